package dev.payonce.server.storm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * The findings as one page that needs nothing else: figures and names as text, the plots by uPlot, whose script is in the
 * page with its licence. Whatever the receiver or a file of orders said gets in as data only.
 */
final class HtmlReport {
    private static final String PAGE = "/dev/payonce/server/storm/report.html";
    private static final String PLOTS = "/META-INF/resources/webjars/uplot/1.6.30/";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private HtmlReport() {}

    static String of(Findings findings, Map<String, Object> settings) throws IOException {
        Map<String, Object> data = new LinkedHashMap<>(JsonReport.facts(findings, settings));
        data.put("series", TimeSeries.of(findings.storm().journal()));
        data.put("distribution", TimeSeries.distribution(findings.latencies()));
        return resource(PAGE)
                .replace("/*uplot.css*/", resource(PLOTS + "dist/uPlot.min.css"))
                .replace(
                        "/*uplot.js*/",
                        "/*\n" + resource(PLOTS + "LICENSE") + "*/\n" + resource(PLOTS + "dist/uPlot.iife.min.js"))
                .replace("/*data*/null", JSON.writeValueAsString(data).replace("<", "\\u003c"));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the jar lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
