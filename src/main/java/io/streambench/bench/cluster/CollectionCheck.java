package io.streambench.bench.cluster;

import io.streambench.bench.documents.Contents;
import io.streambench.bench.settings.CollectionSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.solr.client.solrj.request.schema.SchemaRequest;
import org.apache.solr.client.solrj.util.ClientUtils;
import org.apache.solr.common.cloud.ClusterState;
import org.apache.solr.common.cloud.DocCollection;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.cloud.Slice;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;

/**
 * A read-only check that an existing collection can serve a query: every shard has a live leader,
 * the requested fields can be read, and there are documents.
 */
record CollectionCheck(CloudConnection connection, String collection) {
  private static final String ID_FIELD = "id";

  /** Returns the collection's contents; throws if the collection cannot serve the query. */
  Contents checkContents(Contents query) throws Exception {
    resolveCollections().forEach(this::requireLeaders);
    Map<String, Map<String, Object>> schema = fieldProperties(query.fields());
    requireReadable(query.fields(), schema);
    requireSortable(CollectionSettings.sortFields(query.sort()), schema);
    long documents = countDocuments("*:*");
    if (documents == 0) {
      throw ClusterException.of("collection", "hold documents", collection);
    }
    if (documents > Integer.MAX_VALUE) {
      throw ClusterException.of(
          "collection",
          "hold at most " + Integer.MAX_VALUE + " documents",
          collection + ": " + documents);
    }
    Set<String> inAllDocuments = new HashSet<>();
    for (String field : query.fields()) {
      if (isSearchable(schema.get(field))
          && countDocuments(ClientUtils.escapeQueryChars(field) + ":*") == documents) {
        inAllDocuments.add(field);
      }
    }
    // Only string fields sort in the order of their text.
    boolean byId = query.isSortedById() && "string".equals(schema.get(ID_FIELD).get("type"));
    return new Contents(documents, query.fields(), query.sort(), byId, inAllDocuments);
  }

  List<String> resolveCollections() {
    return connection.stateReader().getAliases().resolveAliases(collection);
  }

  private void requireLeaders(String name) {
    ClusterState state = connection.stateReader().getClusterState();
    DocCollection found = state.getCollectionOrNull(name);
    if (found == null) {
      throw ClusterException.of(
          "collection", "be one that the cluster at " + connection.zkHost() + " has", collection);
    }
    for (Slice shard : found.getActiveSlices()) {
      Replica leader = shard.getLeader();
      if (leader == null || !leader.isActive(state.getLiveNodes())) {
        throw ClusterException.of(
            "collection",
            "have a leader that is up for every shard (" + shard.getName() + " has none)",
            collection);
      }
    }
  }

  private Map<String, Map<String, Object>> fieldProperties(List<String> fields) throws Exception {
    ModifiableSolrParams params = new ModifiableSolrParams();
    params.set("fl", String.join(",", fields));
    params.set("includeDynamic", true);
    params.set("showDefaults", true);
    Map<String, Map<String, Object>> schema = new HashMap<>();
    new SchemaRequest.Fields(params)
        .process(connection.cloudClient(), collection)
        .getFields()
        .forEach(field -> schema.put(String.valueOf(field.get("name")), field));
    return schema;
  }

  /**
   * Throws if a field is unknown or cannot be returned. Solr itself would silently omit the field.
   */
  private void requireReadable(List<String> fields, Map<String, Map<String, Object>> schema) {
    List<String> unreadable = new ArrayList<>();
    for (String field : fields) {
      Map<String, Object> properties = schema.get(field);
      if (properties == null
          || !(hasProperty(properties, "stored") || canReadFromDocValues(properties))) {
        unreadable.add(field + (properties == null ? " (not in the schema)" : " (not stored)"));
      }
    }
    if (!unreadable.isEmpty()) {
      throw ClusterException.of(
          "fields",
          "be stored, or have doc values, in collection " + collection,
          String.join(", ", unreadable));
    }
  }

  private void requireSortable(List<String> fields, Map<String, Map<String, Object>> schema) {
    for (String field : fields) {
      Map<String, Object> properties = schema.get(field);
      if (hasProperty(properties, "multiValued") || !isSearchable(properties)) {
        throw ClusterException.of(
            "sort",
            "be by fields of one value with doc values or an index in collection " + collection,
            field);
      }
    }
  }

  private static boolean canReadFromDocValues(Map<String, Object> properties) {
    return hasProperty(properties, "docValues") && hasProperty(properties, "useDocValuesAsStored");
  }

  private static boolean isSearchable(Map<String, Object> properties) {
    return hasProperty(properties, "indexed") || hasProperty(properties, "docValues");
  }

  private static boolean hasProperty(Map<String, Object> properties, String name) {
    return Boolean.TRUE.equals(properties.get(name));
  }

  private long countDocuments(String query) throws Exception {
    ModifiableSolrParams count = new ModifiableSolrParams();
    count.set(CommonParams.Q, query);
    count.set(CommonParams.ROWS, 0);
    return connection.cloudClient().query(collection, count).getResults().getNumFound();
  }
}
