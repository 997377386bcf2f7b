package io.streambench.diagnose.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.rule.Reason.Kind;
import java.util.Collection;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;

class StallLookAlikesTest {
  /**
   * The activity's name selects the text of a reason. Without a text, printing the reason fails.
   */
  @Test
  void lookAlikeActivitiesMatchReasonTexts() {
    List<String> words =
        ResourceBundle.getBundle("io.streambench.flow.rule.reasons").keySet().stream()
            .filter(name -> name.startsWith(Kind.LIKE + ".") && !name.endsWith(".detail"))
            .map(name -> name.substring((Kind.LIKE + ".").length()))
            .toList();
    Collection<String> activities =
        StallLookAlikes.LOOK_ALIKE_ACTIVITIES.stream().map(Enum::name).toList();
    assertThat(words).containsExactlyInAnyOrderElementsOf(activities);
  }
}
