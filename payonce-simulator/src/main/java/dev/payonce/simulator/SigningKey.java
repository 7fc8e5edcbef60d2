package dev.payonce.simulator;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;

/**
 * An RSA key pair of a simulated platform and the id by which its messages name it. Thread-safe. Its text form holds the
 * id only.
 *
 * @param id {@code PUB_KEY_ID_…}, a certificate's serial number, or any name where the platform's messages name no key
 * @param privateKey what the platform signs with
 * @param publicKey what the receiver verifies with
 */
public record SigningKey(String id, PrivateKey privateKey, PublicKey publicKey) {
    private static final int BITS = 2048;

    /** A new RSA key of {@value #BITS} bits, which takes some 0.1 s. */
    public static SigningKey generate(String id) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(BITS);
            var pair = generator.generateKeyPair();
            return new SigningKey(id, pair.getPrivate(), pair.getPublic());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no RSA", e);
        }
    }

    /**
     * A given key.
     *
     * @param privateKeyPem an RSA key in PKCS#8 ({@code BEGIN PRIVATE KEY}), as PEM or as bare base64
     * @throws IllegalArgumentException if it is none; the text is not repeated
     */
    public static SigningKey of(String id, String privateKeyPem) {
        try {
            byte[] der = Base64.getMimeDecoder().decode(privateKeyPem.replaceAll("-----[A-Z ]+-----", ""));
            KeyFactory factory = KeyFactory.getInstance("RSA");
            PrivateKey key = factory.generatePrivate(new PKCS8EncodedKeySpec(der));
            if (!(key instanceof RSAPrivateCrtKey crt)) {
                throw new IllegalArgumentException("the key " + id + " lacks the parts that its public key is made of");
            }
            PublicKey publicKey =
                    factory.generatePublic(new RSAPublicKeySpec(crt.getModulus(), crt.getPublicExponent()));
            return new SigningKey(id, key, publicKey);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("the key " + id + " is not an RSA key in PKCS#8", e);
        }
    }

    /** The public key as a receiver is configured with it: {@code BEGIN PUBLIC KEY}. */
    public String publicKeyPem() {
        return pem("PUBLIC KEY", publicKey.getEncoded());
    }

    /** The private key, for {@link #of} in another process. */
    public String privateKeyPem() {
        return pem("PRIVATE KEY", privateKey.getEncoded());
    }

    /**
     * The signature in base64.
     *
     * @param algorithm the JDK's name of it, for example {@code SHA256withRSA}
     */
    public String sign(String algorithm, byte[] message) {
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(privateKey);
            signature.update(message);
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot sign with " + algorithm, e);
        }
    }

    /** A key that belongs to nobody whom a receiver knows; one per process, made on first use. */
    public static SigningKey stranger() {
        return Stranger.KEY;
    }

    @Override
    public String toString() {
        return "SigningKey[" + id + "]";
    }

    private static String pem(String type, byte[] der) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + type + "-----\n" + lines + "\n-----END " + type + "-----\n";
    }

    private static final class Stranger {
        static final SigningKey KEY = generate("stranger");
    }
}
