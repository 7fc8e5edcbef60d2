package dev.payonce.channel.adyen;

import dev.payonce.channel.TestHmac;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** One item as Adyen would sign it, bent as a test needs it. */
final class AdyenItem {
    static final String KEY = "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F";
    static final String OTHER_KEY = "74F490DD33F7327BAECC88B2947C011FC02D014A473AAA33A8EC93E4DC069174";
    static final String MERCHANT = "ShopECOM";

    /** Each member as JSON, and each signed one as the text that is signed. */
    private final Map<String, String> members = new LinkedHashMap<>();

    private final Map<String, String> signed = new LinkedHashMap<>();
    private String key = KEY;
    private String hmacSignature = "";
    private String additional = "\"expiryDate\":\"03\\/2030\",\"authCode\":\"052095\"";

    private AdyenItem() {}

    static AdyenItem anItem() {
        return new AdyenItem()
                .text("pspReference", "ZVWN7D3WSMK2WN82")
                .without("originalReference")
                .text("merchantAccountCode", MERCHANT)
                .text("merchantReference", "ORD1")
                .amount(9900, "EUR")
                .text("eventCode", "AUTHORISATION")
                .text("success", "true")
                .member("eventDate", "\"2026-12-01T04:04:00+01:00\"")
                .member("operations", "[\"CANCEL\",\"CAPTURE\",\"REFUND\"]")
                .member("paymentMethod", "\"visa\"")
                .member("reason", "\"052095:1111:03\\/2030\"");
    }

    /** A member that is a text, signed if it is one of those. */
    AdyenItem text(String name, String value) {
        members.put(name, json(value));
        signed.put(name, value);
        return this;
    }

    /** A member whatever it is; if it is a signed one, the signature stays over what it was. */
    AdyenItem member(String name, String json) {
        members.put(name, json);
        return this;
    }

    AdyenItem without(String name) {
        var unused = members.remove(name);
        signed.put(name, "");
        return this;
    }

    AdyenItem amount(long value, String currency) {
        return amount(Long.toString(value), currency);
    }

    AdyenItem amount(String value, String currency) {
        members.put("amount", "{\"currency\":" + json(currency) + ",\"value\":" + value + "}");
        signed.put("value", value);
        signed.put("currency", currency);
        return this;
    }

    AdyenItem withoutAmount() {
        var unused = members.remove("amount");
        signed.put("value", "");
        signed.put("currency", "");
        return this;
    }

    AdyenItem signedBy(String hexKey) {
        key = hexKey;
        return this;
    }

    /** In place of the right one; the JSON of any value. */
    AdyenItem signature(String json) {
        hmacSignature = json;
        return this;
    }

    AdyenItem unsigned() {
        additional = "\"authCode\":\"052095\"";
        hmacSignature = "null";
        return this;
    }

    static String json(String text) {
        return "\""
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t")
                        .replace("\u0000", "\\u0000")
                + "\"";
    }

    /** The text that Adyen signs, by channels.md 7.2. */
    String signedText() {
        return String.join(
                ":",
                signed.get("pspReference"),
                signed.get("originalReference"),
                signed.get("merchantAccountCode"),
                signed.get("merchantReference"),
                signed.get("value"),
                signed.get("currency"),
                signed.get("eventCode"),
                signed.get("success"));
    }

    String base64Mac() {
        byte[] mac = TestHmac.sha256(HexFormat.of().parseHex(key), signedText().getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(mac);
    }

    @Override
    public String toString() {
        Map<String, String> all = new LinkedHashMap<>(members);
        String signature = hmacSignature.isEmpty() ? json(base64Mac()) : hmacSignature;
        all.putIfAbsent("additionalData", "{" + additional + ",\"hmacSignature\":" + signature + "}");
        return all.entrySet().stream()
                .map(member -> json(member.getKey()) + ":" + member.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }
}
