package dev.payonce.lab.schemes.trial;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PostgresAnswersTest {
    private final PostgresAnswers answers = new PostgresAnswers();

    @Test
    void passesEveryMessageOnUnchanged() throws IOException {
        byte[] said = said(message('R', "\0\0\0\0"), message('C', "COMMIT\0"), message('Z', "I"));

        assertThat(heard(said)).isEqualTo(said);
    }

    @Test
    void endsTheConnectionInPlaceOfTheAnswerToACommit() throws IOException {
        byte[] before = said(message('C', "INSERT 0 1\0"), message('Z', "T"));
        answers.loseOneCommitIn(1);

        assertThat(heard(said(before, message('C', "COMMIT\0"), message('Z', "I"))))
                .isEqualTo(before);
    }

    @Test
    void losesOneOfSoManyAcrossConnections() throws IOException {
        byte[] commit = message('C', "COMMIT\0");
        answers.loseOneCommitIn(3);

        assertThat(heard(commit)).isEqualTo(commit);
        assertThat(heard(commit)).isEqualTo(commit);
        assertThat(heard(commit)).isEmpty();
        assertThat(heard(commit)).isEqualTo(commit);
    }

    @Test
    void takesARowThatReadsCommitForNone() throws IOException {
        byte[] row = message('D', "COMMIT\0");
        answers.loseOneCommitIn(1);

        assertThat(heard(row)).isEqualTo(row);
    }

    @Test
    void refusesWhatIsNoMessage() {
        assertThatThrownBy(() -> heard(new byte[] {'N', 0, 0, 0, 0})).isInstanceOf(IOException.class);
    }

    private byte[] heard(byte[] said) throws IOException {
        ByteArrayOutputStream client = new ByteArrayOutputStream();
        answers.pass(new ByteArrayInputStream(said), client);
        return client.toByteArray();
    }

    private static byte[] message(char type, String body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(type);
        out.writeInt(body.length() + 4);
        out.write(body.getBytes(US_ASCII));
        return bytes.toByteArray();
    }

    private static byte[] said(byte[]... messages) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] message : messages) {
            all.write(message);
        }
        return all.toByteArray();
    }
}
