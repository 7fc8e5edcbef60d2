package dev.payonce.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.Decoded;
import dev.payonce.Refusal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {
    private static JsonObject read(String text) throws RefusedException {
        return StrictJson.read(text.getBytes(StandardCharsets.UTF_8), "body");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "null",
                "1",
                "\"a\"",
                "[]",
                "{",
                "{}{}",
                "{} x",
                "{\"a\":1,}",
                "{a:1}",
                "{'a':1}",
                "{\"a\":01}",
                "{\"a\":+1}",
                "{\"a\":NaN}",
                "{\"a\":1 /* c */}",
                "{\"a\":\"\n\"}",
                "{\"a\":1,\"a\":1}",
                "{\"a\":1,\"\\u0061\":2}",
                "{\"b\":{\"a\":1,\"a\":2}}",
                "{\"b\":[{\"a\":1,\"a\":2}]}",
                "{\"a\":\"\\x\"}",
                "{\"a\":tru}",
                "\u0000{}"
            })
    void whatTwoReadersCouldUnderstandDifferentlyIsRefused(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(RefusedException.class);
    }

    @Test
    void anIntegerIsThereAsItWasWritten() throws RefusedException {
        JsonObject object = read("{\"a\":-5,\"b\":12345678901234567890,\"c\":null,\"d\":1.0,\"e\":\"1\"}");
        assertThat(object.optionalInteger("a")).isEqualTo("-5");
        assertThat(object.optionalInteger("b")).isEqualTo("12345678901234567890");
        assertThat(object.optionalInteger("c")).isNull();
        assertThat(object.optionalInteger("x")).isNull();
        assertThat(JsonObject.amount("9900", "a")).isEqualTo(9900);
        for (String name : new String[] {"d", "e"}) {
            assertThatThrownBy(() -> object.optionalInteger(name)).isInstanceOf(RefusedException.class);
        }
        for (String integer : new String[] {"", "-5", "12345678901234567890"}) {
            assertThatThrownBy(() -> JsonObject.amount(integer, "a")).isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void depthTokensNamesAndNumbersAreBounded() throws RefusedException {
        assertThat(read(nested(31)).optionalText("b")).isNull();
        for (String text : new String[] {
            nested(40),
            "{\"a\":[" + "1,".repeat(30_000) + "1]}",
            "{\"" + "a".repeat(2_000) + "\":1}",
            "{\"a\":" + "1".repeat(200) + "}"
        }) {
            assertThatThrownBy(() -> read(text)).isInstanceOf(RefusedException.class);
        }
    }

    private static String nested(int depth) {
        return "{\"a\":" + "[".repeat(depth) + "]".repeat(depth) + "}";
    }

    @Test
    void onlyUtf8IsRead() {
        byte[][] others = {
            "{}".getBytes(StandardCharsets.UTF_16BE),
            "{}".getBytes(StandardCharsets.UTF_16),
            {'{', '"', (byte) 0xc0, (byte) 0x80, '"', ':', '1', '}'},
            {'{', '"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"', ':', '1', '}'},
            {'{', '"', (byte) 0xb2, (byte) 0xe2, '"', ':', '1', '}'}
        };
        for (byte[] bytes : others) {
            assertThatThrownBy(() -> StrictJson.read(bytes, "body")).isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void aRefusalNamesWhatWasReadAndNeverItsContent() {
        assertThatThrownBy(() -> read("{\"secret\":\"s3cr3t\""))
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        e -> assertThat(e.decoded())
                                .isEqualTo(Decoded.refused(Refusal.MALFORMED, "body is not strict JSON")))
                .hasNoCause()
                .satisfies(e -> assertThat(e.getStackTrace()).isEmpty());
    }

    @Test
    void membersAreTakenInTheirOwnFormOnly() throws RefusedException {
        JsonObject object =
                read("{\"t\":\"\\u6d4b\",\"i\":42,\"n\":null,\"f\":1.0,\"b\":true,\"o\":{\"x\":\"\"},\"a\":[1]}");
        assertThat(object.text("t")).isEqualTo("测");
        assertThat(object.amount("i")).isEqualTo(42);
        assertThat(object.optionalText("n")).isNull();
        assertThat(object.optionalText("absent")).isNull();
        assertThat(object.object("o").text("x")).isEmpty();
        for (String name : new String[] {"i", "n", "f", "b", "o", "a", "absent"}) {
            assertThatThrownBy(() -> object.text(name)).isInstanceOf(RefusedException.class);
        }
        for (String name : new String[] {"t", "n", "f", "b", "o", "a", "absent"}) {
            assertThatThrownBy(() -> object.amount(name)).isInstanceOf(RefusedException.class);
        }
        for (String name : new String[] {"t", "n", "i", "a", "absent"}) {
            assertThatThrownBy(() -> object.object(name)).isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void arraysHoldObjectsOrAreRefused() throws RefusedException {
        JsonObject object =
                read("{\"o\":[{\"x\":\"1\"},{\"x\":\"2\"}],\"e\":[],\"m\":[{},1],\"n\":[null],\"t\":true,\"f\":false}");
        assertThat(object.objects("o")).hasSize(2);
        assertThat(object.objects("o").get(1).text("x")).isEqualTo("2");
        assertThat(object.objects("e")).isEmpty();
        assertThat(object.flag("t")).isTrue();
        assertThat(object.flag("f")).isFalse();
        for (String name : new String[] {"m", "n", "t", "absent"}) {
            assertThatThrownBy(() -> object.objects(name)).isInstanceOf(RefusedException.class);
        }
        for (String name : new String[] {"o", "absent"}) {
            assertThatThrownBy(() -> object.flag(name)).isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void aTimeIsSecondsUpToTheYear9999OrNone() throws RefusedException {
        JsonObject object = read("{\"a\":0,\"b\":253402300799,\"c\":253402300800,\"d\":-1,\"e\":\"1\",\"f\":1.0}");
        assertThat(object.optionalTime("a")).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(object.optionalTime("b")).isEqualTo("9999-12-31T23:59:59Z");
        for (String name : new String[] {"c", "d", "e", "f", "absent"}) {
            assertThat(object.optionalTime(name)).as(name).isNull();
        }
    }
}
