package dev.payonce.channel.wechatv2;

import static dev.payonce.channel.wechatv2.WeChatV2Notification.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.StrictJson;
import dev.payonce.channel.Vectors;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** The documentation's own examples and other people's. */
class WeChatPayV2VectorsTest {

    private static JsonObject vector(String file) throws Exception {
        return StrictJson.read(Vectors.read("wechat-v2/" + file).getBytes(StandardCharsets.UTF_8), "vector");
    }

    private static XmlFields fields(JsonObject params, List<String> names) throws Exception {
        StringBuilder xml = new StringBuilder("<xml>");
        for (String name : names) {
            xml.append(WeChatV2Notification.element(name, params.text(name)));
        }
        return XmlFields.parse(xml.append("</xml>").toString().getBytes(StandardCharsets.UTF_8));
    }

    private static boolean signed(JsonObject vector, XmlFields fields, SignType type, String member) throws Exception {
        byte[] signature = HexFormat.of().parseHex(vector.text(member));
        return new ApiKey(vector.text("key")).signed(type, fields.signedText(), signature);
    }

    @Test
    void theDocumentationsExampleHasBothSignatures() throws Exception {
        JsonObject vector = vector("doc_sign.json");
        XmlFields fields =
                fields(vector.object("params"), List.of("appid", "mch_id", "device_info", "body", "nonce_str"));
        assertThat(signed(vector, fields, SignType.MD5, "md5")).isTrue();
        assertThat(signed(vector, fields, SignType.HMAC_SHA256, "hmacSha256")).isTrue();
        assertThat(signed(vector, fields, SignType.MD5, "hmacSha256")).isFalse();
    }

    @Test
    void par12AnEmptyValueIsLeftOut() throws Exception {
        JsonObject vector = vector("yansongda_sign.json");
        XmlFields fields = fields(vector.object("params"), List.of("name", "age", "foo"));
        assertThat(signed(vector, fields, SignType.MD5, "md5")).isTrue();
    }

    @Test
    void theOfficialSampleIsReadAndItsSignatureIsOfAnUnknownKey() throws Exception {
        String sample = Vectors.read("wechat-v2/wechatpay-php__paysuccess.notification.sample.xml");
        XmlFields fields = XmlFields.parse(sample.getBytes(StandardCharsets.UTF_8));
        assertThat(fields.optional("attach")).isEqualTo("支付测试");
        assertThat(fields.optional("total_fee")).isEqualTo("1");
        Expect.refused(WeChatV2Notification.md5Channel(), delivery(sample), Refusal.BAD_SIGNATURE);
    }

    @Test
    void sec05TheOfficialXxeSampleAndTheBadEntityAreRefused() throws Exception {
        for (String file : List.of("xxe_injection", "bad_entity")) {
            String sample = Vectors.read("wechat-v2/wechatpay-php__invalid." + file + ".sample.xml");
            Expect.refused(WeChatV2Notification.channel(), delivery(sample), Refusal.MALFORMED);
        }
    }

    @Test
    void refundsAreEncryptedAsTheVectorIs() throws Exception {
        JsonObject vector = vector("refund_aes_ecb.json");
        Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
        byte[] key = vector.text("key").getBytes(StandardCharsets.US_ASCII);
        cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"));
        byte[] content = cipher.doFinal(Base64.getDecoder().decode(vector.text("ciphertext")));
        assertThat(new String(content, StandardCharsets.US_ASCII)).isEqualTo(vector.text("plaintext"));
    }

    @Test
    void theOfficialRefundSampleIsARefund() throws Exception {
        String content = Vectors.read("wechat-v2/wechatpay-php__refund.notification.req_info.sample.xml");
        Expect.ignored(
                WeChatV2Notification.channel(Map.of()),
                delivery(WeChatV2Notification.refund(content, WeChatV2Notification.API_KEY)));
    }
}
