package io.streambench.diagnose.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * PEM files for TLS; each may be null.
 *
 * @param authority the certificates to trust, instead of Java's default
 * @param certificate the client's certificate chain
 * @param key the private key for that certificate, as unencrypted PKCS #8
 */
public record TlsFiles(Path authority, Path certificate, Path key) {
  public static final TlsFiles NONE = new TlsFiles(null, null, null);

  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");

  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
  private static final char[] IN_MEMORY_PASSWORD = {'-'};

  /**
   * Creates a TLS context from these files, with Java's defaults for missing files.
   *
   * @throws GeneralSecurityException if a file does not contain the expected data
   */
  SSLContext createSslContext() throws IOException, GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keyManagers(), trustManagers(), null);
    return context;
  }

  private TrustManager[] trustManagers() throws IOException, GeneralSecurityException {
    if (authority == null) {
      return null; // Java's own
    }
    KeyStore store = emptyKeyStore();
    for (Certificate trusted : certificates(authority)) {
      store.setCertificateEntry(Integer.toString(store.size()), trusted);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    return trust.getTrustManagers();
  }

  private KeyManager[] keyManagers() throws IOException, GeneralSecurityException {
    if (certificate == null) {
      return null;
    }
    KeyStore store = emptyKeyStore();
    Certificate[] chain = certificates(certificate).toArray(Certificate[]::new);
    store.setKeyEntry("client", privateKey(key), IN_MEMORY_PASSWORD, chain);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, IN_MEMORY_PASSWORD);
    return keys.getKeyManagers();
  }

  private static KeyStore emptyKeyStore() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    return store;
  }

  private static Collection<? extends Certificate> certificates(Path file)
      throws IOException, CertificateException {
    try (InputStream in = Files.newInputStream(file)) {
      var found = CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (found.isEmpty()) {
        throw new CertificateException(file + " has no certificate");
      }
      return found;
    }
  }

  private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
    Matcher found = KEY.matcher(Files.readString(file));
    if (!found.find()) {
      throw new InvalidKeyException(
          file + " has no BEGIN PRIVATE KEY: 'openssl pkcs8 -topk8 -nocrypt' makes one");
    }
    PKCS8EncodedKeySpec spec =
        new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(found.group(1)));
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(spec);
      } catch (InvalidKeySpecException e) {
        // a different algorithm
      }
    }
    throw new InvalidKeyException(file + " has a key that is none of " + ALGORITHMS);
  }
}
