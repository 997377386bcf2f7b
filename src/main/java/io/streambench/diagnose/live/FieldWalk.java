package io.streambench.diagnose.live;

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
 * Follows the fields of objects, breadth first. It calls no method of these objects and takes no
 * lock, so it may miss concurrent changes. Each call of {@link #from} continues the walk and visits
 * no object twice.
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
   * @param isFollowed which classes to follow
   * @param most the maximum number of objects to visit
   */
  FieldWalk(Predicate<Class<?>> isFollowed, int most) {
    this.isFollowed = isFollowed;
    this.most = most;
  }

  /** Returns all wanted objects found so far. Their own fields are not followed. */
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

  /** Returns whether all reachable objects were visited. */
  boolean isComplete() {
    return !full;
  }

  private void follow(Object one, Predicate<Object> isWanted) {
    for (Field field : fields.computeIfAbsent(one.getClass(), FieldWalk::readable)) {
      try {
        meet(field.get(one), isWanted);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e); // cannot happen: it was made accessible
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
        // the class of a field is missing
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
