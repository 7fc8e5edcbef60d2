package dev.payonce.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPointerTest {
    private static JsonObject read(String text) throws RefusedException {
        return StrictJson.read(text.getBytes(StandardCharsets.UTF_8), "body");
    }

    @Test
    void findsAMemberByItsSteps() throws RefusedException {
        JsonObject object = read("{\"data\":{\"order_no\":\"o1\",\"a/b\":{\"c~d\":\"x\"}},\"\":\"e\"}");
        assertThat(JsonPointer.parse("/data/order_no").optionalText(object)).isEqualTo("o1");
        assertThat(JsonPointer.parse("/data/a~1b/c~0d").optionalText(object)).isEqualTo("x");
        assertThat(JsonPointer.parse("/").optionalText(object)).isEqualTo("e");
        assertThat(JsonPointer.parse("/data/none").optionalText(object)).isNull();
        assertThat(JsonPointer.parse("/none/order_no").optionalText(object)).isNull();
    }

    @Test
    void aStepThroughSomethingElseThanAnObjectIsMalformed() throws RefusedException {
        JsonObject object = read("{\"data\":[{\"order_no\":\"o1\"}]}");
        assertThatThrownBy(() -> JsonPointer.parse("/data/0").optionalText(object))
                .isInstanceOf(RefusedException.class);
    }

    @Test
    void whateverIsNotOneOfTheTextsIsNone() throws RefusedException {
        JsonObject object = read("{\"a\":{\"b\":\"paid\",\"n\":1,\"x\":[\"paid\"]},\"t\":\"paid\"}");
        Set<String> texts = Set.of("paid", "1");
        assertThat(JsonPointer.parse("/a/b").isOneOf(texts, object)).isTrue();
        assertThat(JsonPointer.parse("/t").isOneOf(texts, object)).isTrue();
        for (String other : new String[] {"/a", "/a/n", "/a/x", "/a/x/0", "/a/none", "/t/b", "/none/b"}) {
            assertThat(JsonPointer.parse(other).isOneOf(texts, object))
                    .as(other)
                    .isFalse();
        }
        assertThat(JsonPointer.parse("/a/b").isOneOf(Set.of("PAID"), object)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "data", "data/x", "/a~", "/a~2", "/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17"})
    void whatIsNoPointerIsToldWhatOneLooksLike(String text) {
        assertThatThrownBy(() -> JsonPointer.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be a JSON pointer such as /data/order_no");
    }
}
