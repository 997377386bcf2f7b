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
 * A breadth-first walk through the fields of objects. It calls no methods and takes no locks, so it
 * may miss concurrent changes. Each call of {@link #find} continues the walk, and no object is
 * visited twice.
 */
final class FieldWalk {
  private final Predicate<Class<?>> isFollowed;
  private final int maxObjects;
  private final Set<Object> visited = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<Object> queue = new ArrayDeque<>();
  private final List<Object> found = new ArrayList<>();
  private final Map<Class<?>, List<Field>> fieldsByClass = new HashMap<>();
  private final Map<Class<?>, Boolean> followedByClass = new HashMap<>();

  private boolean isLimitReached;

  /** Creates a walk that visits at most {@code maxObjects} objects of the selected classes. */
  FieldWalk(Predicate<Class<?>> isFollowed, int maxObjects) {
    this.isFollowed = isFollowed;
    this.maxObjects = maxObjects;
  }

  /**
   * Continues the walk from {@code roots}, and returns all wanted objects that this walk has found
   * so far. The fields of wanted objects are not followed.
   */
  List<Object> find(Iterable<?> roots, Predicate<Object> isWanted) {
    roots.forEach(root -> visit(root, object -> false));
    for (Object object; !isLimitReached && (object = queue.poll()) != null; ) {
      if (object instanceof Object[] array) {
        for (Object element : array) {
          visit(element, isWanted);
        }
      } else {
        follow(object, isWanted);
      }
    }
    return found;
  }

  /** Returns whether all reachable objects were visited. */
  boolean isComplete() {
    return !isLimitReached;
  }

  private void follow(Object object, Predicate<Object> isWanted) {
    for (Field field :
        fieldsByClass.computeIfAbsent(object.getClass(), FieldWalk::readableFields)) {
      try {
        visit(field.get(object), isWanted);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e); // cannot happen: it was made accessible
      }
    }
  }

  private void visit(Object object, Predicate<Object> isWanted) {
    isLimitReached |= visited.size() >= maxObjects;
    if (object == null || isLimitReached) {
      return;
    }
    if (isWanted.test(object)) {
      if (visited.add(object)) {
        found.add(object);
      }
    } else if (followedByClass.computeIfAbsent(object.getClass(), this::isWorthFollowing)
        && visited.add(object)) {
      queue.add(object);
    }
  }

  private boolean isWorthFollowing(Class<?> type) {
    if (type.isArray()) {
      Class<?> element = type.getComponentType();
      return !element.isPrimitive() && element != String.class;
    }
    return isFollowed.test(type);
  }

  private static List<Field> readableFields(Class<?> type) {
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
