package io.streambench.live;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Follows the fields of objects, breadth first. Calls nothing of what it meets and takes no lock;
 * what changes meanwhile may be missed. Another walk goes on where the last one ended.
 */
final class FieldWalk {
  private final Predicate<Class<?>> isFollowed;
  private final int most;
  private final Set<Object> met = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> next = new ArrayDeque<>();
  private final List<Object> wanted = new ArrayList<>();
  private final Map<Class<?>, List<Field>> fields = new HashMap<>();
  private final Map<Class<?>, Boolean> followed = new HashMap<>();

  private boolean full;

  /**
   * @param isFollowed which classes lead on
   * @param most objects that it looks at
   */
  FieldWalk(Predicate<Class<?>> isFollowed, int most) {
    this.isFollowed = isFollowed;
    this.most = most;
  }

  /** Returns the wanted objects reached so far; these are not followed further. */
  List<Object> from(Iterable<?> roots, Predicate<Object> isWanted) {
    roots.forEach(root -> meet(root, object -> false));
    for (Object one; !full && (one = next.poll()) != null; ) {
      if (one instanceof Object[] array) {
        for (Object element : array) {
          meet(element, isWanted);
        }
      } else {
        follow(one, isWanted);
      }
    }
    return wanted;
  }

  int objects() {
    return met.size();
  }

  /** Returns whether all that can be reached was looked at. */
  boolean isComplete() {
    return !full;
  }

  private void follow(Object one, Predicate<Object> isWanted) {
    for (Field field : fields.computeIfAbsent(one.getClass(), FieldWalk::readable)) {
      try {
        meet(field.get(one), isWanted);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e); // it was made accessible
      }
    }
  }

  private void meet(Object one, Predicate<Object> isWanted) {
    full |= met.size() >= most;
    if (one == null || full) {
      return;
    }
    if (isWanted.test(one)) {
      if (met.add(one)) {
        wanted.add(one);
      }
    } else if (followed.computeIfAbsent(one.getClass(), this::leadsOn) && met.add(one)) {
      next.add(one);
    }
  }

  private boolean leadsOn(Class<?> type) {
    if (type.isArray()) {
      Class<?> element = type.getComponentType();
      return !element.isPrimitive() && element != String.class;
    }
    return isFollowed.test(type);
  }

  private static List<Field> readable(Class<?> type) {
    List<Field> readable = new ArrayList<>();
    for (Class<?> one = type; one != null; one = one.getSuperclass()) {
      try {
        for (Field field : one.getDeclaredFields()) {
          if (canLead(field) && field.trySetAccessible()) {
            readable.add(field);
          }
        }
      } catch (LinkageError e) {
        // a class that one of its fields names is not there
      }
    }
    return readable;
  }

  private static boolean canLead(Field field) {
    Class<?> type = field.getType();
    return !Modifier.isStatic(field.getModifiers())
        && !type.isPrimitive()
        && type != String.class
        && type != Class.class
        && !ClassLoader.class.isAssignableFrom(type);
  }
}
