package io.streambench.bench.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretArgumentsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Dbasicauth=bob:pa ss",
        "-Djavax.net.ssl.keyStorePassword=x",
        "-Djavax.net.ssl.trustStorePassword=",
        "-Dsolr.jetty.keystore.password=x=y"
      })
  void recognizesSecretsByName(String argument) {
    assertThat(SecretArguments.isSecret(argument)).isTrue();
    assertThat(SecretArguments.mask(argument)).endsWith("=***").doesNotContain("pa ss", "x=y");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Djavax.net.ssl.keyStore=/etc/keys",
        "-Dsolr.httpclient.config=/etc/auth.properties",
        "-Dbasicauth",
        "-Xmx2g"
      })
  void keepsOtherArguments(String argument) {
    assertThat(SecretArguments.isSecret(argument)).isFalse();
    assertThat(SecretArguments.mask(argument)).isEqualTo(argument);
    assertThat(SecretArguments.maskSecretsIn(argument)).isEqualTo(argument);
  }

  @Test
  void masksSecretsInCommandWithAnyQuotes() {
    assertThat(
            SecretArguments.maskSecretsIn(
                "-Xmx1g -Dbasicauth=bob:secret1 -Da.password=\"b c\"d 'x' -Dsolr.http1=true"))
        .isEqualTo("-Xmx1g -Dbasicauth=*** -Da.password=*** 'x' -Dsolr.http1=true");
  }
}
