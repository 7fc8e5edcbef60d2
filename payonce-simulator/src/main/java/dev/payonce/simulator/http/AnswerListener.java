package dev.payonce.simulator.http;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Told once for each request what came of it, on the client's thread. */
public interface AnswerListener {
    /** The whole answer, its body cut at the client's limit. */
    void answered(int status, Map<String, List<String>> headers, byte[] body);

    /** No answer: refused, cut, too late, not HTTP. */
    void failed(IOException fault);
}
