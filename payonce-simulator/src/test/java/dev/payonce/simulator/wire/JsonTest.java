package dev.payonce.simulator.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void valuesAreWrittenInOrder() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("text", "a\"b\\c/d\n支");
        object.put("number", Long.MAX_VALUE);
        object.put("list", List.of(1, true, Map.of()));
        object.put("none", List.of());

        assertThat(Json.of(object))
                .isEqualTo("{\"text\":\"a\\\"b\\\\c/d\\u000a支\",\"number\":9223372036854775807,"
                        + "\"list\":[1,true,{}],\"none\":[]}");
    }

    @Test
    void slashesAreEscapedOnRequest() {
        assertThat(Json.escapingSlashes(Map.of("a/b", "/"))).isEqualTo("{\"a\\/b\":\"\\/\"}");
    }

    @Test
    void linesAreIndentedOnRequest() {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("a", List.of(1, Map.of("b", true)));
        object.put("none", List.of());
        object.put("empty", Map.of());

        assertThat(Json.indented(object)).isEqualTo("""
                {
                  "a": [
                    1,
                    {
                      "b": true
                    }
                  ],
                  "none": [],
                  "empty": {}
                }""");
    }

    @Test
    void otherTypesAreRefused() {
        assertThatThrownBy(() -> Json.of(new BigDecimal("1.0"))).isInstanceOf(IllegalArgumentException.class);
    }
}
