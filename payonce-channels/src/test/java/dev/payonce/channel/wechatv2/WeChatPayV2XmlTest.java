package dev.payonce.channel.wechatv2;

import static dev.payonce.channel.wechatv2.WeChatV2Notification.aSignedNotification;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.channel;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.delivery;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.element;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hostile and merely odd XML, each under a signature that is right for what a lenient reader would see. */
@Timeout(30)
class WeChatPayV2XmlTest {
    private final Channel channel = channel();

    private void malformed(String xml) {
        Expect.refused(channel, delivery(xml), Refusal.MALFORMED);
    }

    private static String genuine() {
        return aSignedNotification().xml();
    }

    @Test
    void sec05ADocumentTypeIsRefusedAndNothingIsFetched(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("secret.txt"), "ORD1");
        try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            listener.setSoTimeout(200);
            String url = "http://127.0.0.1:" + listener.getLocalPort() + "/p";
            malformed("<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY % e SYSTEM \"" + url + "\">%e;]>" + genuine());
            malformed("<!DOCTYPE xml SYSTEM \"" + url + "\">" + genuine());
            malformed("<!DOCTYPE xml PUBLIC \"a\" \"" + url + "\">" + genuine());
            malformed("<!DOCTYPE xml [<!ENTITY a SYSTEM \"" + file.toUri() + "\">]>"
                    + genuine().replace("<![CDATA[ORD1]]>", "&a;"));
            malformed("<!DOCTYPE xml [<!ENTITY a \"ORD1\">]>" + genuine().replace("<![CDATA[ORD1]]>", "&a;"));
            malformed("<!DOCTYPE xml>" + genuine());
            malformed(genuine()
                    .replace(
                            "<![CDATA[ORD1]]>",
                            "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"" + url + "\"/>"));
            malformed(genuine()
                    .replace(
                            "<xml>",
                            "<xml xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:schemaLocation=\"a " + url
                                    + "\">"));
            assertThat(wasAsked(listener)).isFalse();
        }
    }

    private static boolean wasAsked(ServerSocket listener) throws IOException {
        try {
            listener.accept().close();
            return true;
        } catch (SocketTimeoutException e) {
            return false;
        }
    }

    @Test
    void sec05EntitiesThatGrowAreNotExpanded() {
        StringBuilder laughs = new StringBuilder("<!DOCTYPE xml [<!ENTITY a0 \"ha\">");
        for (int i = 1; i <= 10; i++) {
            laughs.append("<!ENTITY a" + i + " \"" + ("&a" + (i - 1) + ";").repeat(10) + "\">");
        }
        malformed(laughs + "]>" + genuine().replace("<![CDATA[ORD1]]>", "&a10;"));
        malformed("<!DOCTYPE xml [" + "<!ENTITY a \"b\">".repeat(50_000) + "]>" + genuine());
    }

    /** The JDK's parser prints an exception for a document type that breaks off. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE xml [",
                "<?xml version=\"1.0\"?>\n<!DOCTYPE xml [<!ENTITY a",
                "<?xml-a b?> <!DOCTYPE xml [",
                "<?a b?><!DOCTYPE xml [",
                "<!-- <a> --><!DOCTYPE xml ["
            })
    void sec05ADocumentTypeThatBreaksOffWritesNothingToTheConsole(String xml) {
        PrintStream console = System.err;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
        try {
            malformed(xml);
        } finally {
            System.setErr(console);
        }
        assertThat(written.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void aBodyLongerThanAnyNotificationIsNotParsed() {
        WeChatV2Notification fits = aSignedNotification().field("attach", "a".repeat(60 * 1024));
        Expect.accepted(channel, fits.deliver());
        WeChatV2Notification tooLong = aSignedNotification().field("attach", "a".repeat(64 * 1024));
        Expect.refused(channel, tooLong.deliver(), Refusal.MALFORMED, "body is longer than 65536 bytes");
    }

    @Test
    void aRepeatedElementIsRefused() {
        malformed(genuine().replace("</xml>", element("total_fee", "1") + "</xml>"));
        malformed(genuine().replace("<xml>", "<xml>" + element("total_fee", "1")));
        malformed(genuine().replace("</xml>", "<total_fee/></xml>"));
        malformed(genuine().replace("</xml>", element("sign", "0".repeat(64)) + "</xml>"));
    }

    @Test
    void nestedElementsAttributesCommentsAndInstructionsAreRefused() {
        malformed(genuine().replace("<![CDATA[ORD1]]>", "<a>ORD1</a>"));
        malformed(genuine().replace("<![CDATA[ORD1]]>", "OR<a/>D1"));
        malformed(genuine().replace("<total_fee>", "<total_fee a=\"1\">"));
        malformed(genuine().replace("<xml>", "<xml a=\"1\">"));
        malformed(genuine().replace("<xml>", "<xml xmlns=\"urn:a\">"));
        malformed(genuine().replace("<![CDATA[9900]]></total_fee>", "99<!-- -->00</total_fee>"));
        malformed(genuine().replace("<xml>", "<xml><!-- a -->"));
        malformed(genuine().replace("</xml>", "<?a b?></xml>"));
        malformed(genuine() + "<!-- a -->");
        malformed("<?a b?>" + genuine());
    }

    @Test
    void namesThatWouldBlurTheSignedTextAreRefused() {
        malformed(genuine().replace("</xml>", element("a:b", "1") + "</xml>"));
        malformed(genuine().replace("</xml>", element("é", "1") + "</xml>"));
        malformed(genuine().replace("</xml>", element("a&b", "1") + "</xml>"));
        malformed(genuine().replace("</xml>", element("a=b", "1") + "</xml>"));
        malformed(genuine().replace("<xml>", "<Xml>").replace("</xml>", "</Xml>"));
        malformed(genuine().replace("<xml>", "<root>").replace("</xml>", "</root>"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\n",
                "<",
                "<xml",
                "<xml>",
                "<xml></xmL>",
                "<xml>text</xml>",
                "<xml></xml><xml></xml>",
                "<xml></xml>x",
                "{\"a\":1}",
                "a=b&c=d",
                "<xml><a>&undefined;</a></xml>",
                "<xml><a>&#0;</a></xml>",
                "<xml><a>&#xD800;</a></xml>",
                "<xml><a>\u0000</a></xml>",
                "<xml><a>]]></a></xml>",
                "<xml><a><![CDATA[</a></xml>",
                "\uFEFF\uFEFF<xml/>",
                "<?xml version=\"2.0\"?><xml/>"
            })
    void whatIsNoFlatXmlIsRefused(String xml) {
        malformed(xml);
    }

    @Test
    void theBytesMustBeUtf8WhateverTheyClaim() {
        byte[] gbk = "<xml><a>\u0000\u0000</a></xml>".getBytes(StandardCharsets.ISO_8859_1);
        gbk[8] = (byte) 0xd6;
        gbk[9] = (byte) 0xd0;
        Expect.refused(channel, delivery(gbk), Refusal.MALFORMED);
        Expect.refused(channel, delivery(genuine().getBytes(StandardCharsets.UTF_16)), Refusal.MALFORMED);
        Expect.refused(channel, delivery(genuine().getBytes(StandardCharsets.UTF_16LE)), Refusal.MALFORMED);
    }

    @Test
    void numberDepthAndLengthAreBounded() {
        StringBuilder many = new StringBuilder("<xml>");
        for (int i = 0; i <= 200; i++) {
            many.append(element("f" + i, "1"));
        }
        malformed(many + "</xml>");
        malformed("<xml>" + "<a>".repeat(300_000));
        malformed("<" + "x".repeat(1_000_000) + "/>");
        malformed("<xml " + "a='1' ".repeat(150_000) + "/>");
        malformed("<xml>" + "<a/>".repeat(200_000) + "</xml>");
    }
}
