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
 * lock, so it may miss concurrent changes. Each call of {@link #find} continues the walk and visits
 * no object twice.
 */
final class FieldWalk {
  private final Predicate<Class<?>> isFollowed;
  private final int maxObjects;
  private final Set<Object> visited = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> next = new ArrayDeque<>();
  private final List<Object> wanted = new ArrayList<>();
  private final Map<Class<?>, List<Field>> fields = new HashMap<>();
  private final Map<Class<?>, Boolean> followed = new HashMap<>();

  private boolean limitReached;

  /**
   * @param isFollowed which classes to follow
   * @param maxObjects the maximum number of objects to visit
   */
  FieldWalk(Predicate<Class<?>> isFollowed, int maxObjects) {
    this.isFollowed = isFollowed;
    this.maxObjects = maxObjects;
  }

  /** Returns all wanted objects that this walk has found so far; their fields are not followed. */
  List<Object> find(Iterable<?> roots, Predicate<Object> isWanted) {
    roots.forEach(root -> visit(root, object -> false));
    for (Object object; !limitReached && (object = next.poll()) != null; ) {
      if (object instanceof Object[] array) {
        for (Object element : array) {
          visit(element, isWanted);
        }
      } else {
        follow(object, isWanted);
      }
    }
    return wanted;
  }

  /** Returns whether all reachable objects were visited. */
  boolean isComplete() {
    return !limitReached;
  }

  private void follow(Object object, Predicate<Object> isWanted) {
    for (Field field : fields.computeIfAbsent(object.getClass(), FieldWalk::readable)) {
      try {
        visit(field.get(object), isWanted);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e); // cannot happen: it was made accessible
      }
    }
  }

  private void visit(Object object, Predicate<Object> isWanted) {
    limitReached |= visited.size() >= maxObjects;
    if (object == null || limitReached) {
      return;
    }
    if (isWanted.test(object)) {
      if (visited.add(object)) {
        wanted.add(object);
      }
    } else if (followed.computeIfAbsent(object.getClass(), this::isWorthFollowing)
        && visited.add(object)) {
      next.add(object);
    }
  }

  private boolean isWorthFollowing(Class<?> type) {
    if (type.isArray()) {
      Class<?> element = type.getComponentType();
      return !element.isPrimitive() && element != String.class;
    }
    return isFollowed.test(type);
  }

  private static List<Field> readable(Class<?> type) {
    List<Field> readable = new ArrayList<>();
    for (Class<?> declaring = type; declaring != null; declaring = declaring.getSuperclass()) {
      try {
        for (Field field : declaring.getDeclaredFields()) {
          if (canHoldObjects(field) && field.trySetAccessible()) {
            readable.add(field);
          }
        }
      } catch (LinkageError e) {
        // the class of a field is missing
      }
    }
    return readable;
  }

  private static boolean canHoldObjects(Field field) {
    Class<?> type = field.getType();
    return !Modifier.isStatic(field.getModifiers())
        && !type.isPrimitive()
        && type != String.class
        && type != Class.class
        && !ClassLoader.class.isAssignableFrom(type);
  }
}
