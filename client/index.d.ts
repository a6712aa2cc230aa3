// The types of the HTTP API, made from its OpenAPI document by "npm run generate:client".

export interface paths {
  '/api/catalog/categories': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List palette categories
     * @description In the order to show.
     */
    get: operations['listCategories'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/catalog/connectors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List connectors
     * @description By id, each with its driver and the form of a connection.
     */
    get: operations['listConnectors'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/catalog/exporters': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List exporters
     * @description The forms of code that a flow can be exported as, by id.
     */
    get: operations['listExporters'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/catalog/nodes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List node types
     * @description By id, each with its handles, default config and form.
     */
    get: operations['listNodeTypes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List connections
     * @description The newest first; all, or a page of them.
     */
    get: operations['listConnections'];
    put?: never;
    /**
     * Create a connection
     * @description The name must be unused, whatever its case. Nothing is connected to, and the driver need not be installed.
     */
    post: operations['createConnection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{connection_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a connection
     * @description With the outcome of its last test.
     */
    get: operations['getConnection'];
    put?: never;
    post?: never;
    /**
     * Delete a connection
     * @description While flows use it, only with force=true; those flows fail when they run.
     */
    delete: operations['deleteConnection'];
    options?: never;
    head?: never;
    /**
     * Change a connection
     * @description Absent fields are kept. Every field but `name` and `project_ids` forgets the last test. While flows use it, a `project_ids` without their projects needs force=true; those flows fail when they run.
     */
    patch: operations['updateConnection'];
    trace?: never;
  };
  '/api/connections/{connection_id}/objects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List objects
     * @description The paths of the files or objects of a storage at any depth, in order; all, or a page of them. The first page lists the storage; for a minute the others are pages of the same list.
     */
    get: operations['listObjects'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{connection_id}/objects/dialect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Detect the dialect of an object
     * @description Reads the first 64 KB of a CSV or TSV object as a Storage Input would.
     */
    get: operations['detectObjectDialect'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{connection_id}/tables': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List tables
     * @description The tables, then the views, without those of the system.
     */
    get: operations['listTables'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/{connection_id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Test a connection
     * @description Connects, and stores the outcome with the connection.
     */
    post: operations['testConnection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/keyring': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check the keyring
     * @description Whether secrets can be stored here, and why not.
     */
    get: operations['getKeyring'];
    put?: never;
    /**
     * Store a secret
     * @description Stores it in the keyring of the service, for connections with the reference keyring:NAME.
     */
    post: operations['storeKeyringSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/keyring/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check a secret
     * @description Whether the keyring has it.
     */
    get: operations['getKeyringSecret'];
    put?: never;
    post?: never;
    /**
     * Remove a secret
     * @description Connections that name it fail from then on.
     */
    delete: operations['deleteKeyringSecret'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/providers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List providers
     * @description The kinds of databases, storages and services, in the order to offer them.
     */
    get: operations['listProviders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/connections/test-config': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Test an unsaved connection
     * @description Connects as a saved connection would. Nothing is stored.
     */
    post: operations['testConnectionConfig'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/datasets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List datasets
     * @description The newest first; all, or a page of them.
     */
    get: operations['listDatasets'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/datasets/{dataset_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a dataset
     * @description Also a deleted one.
     */
    get: operations['getDataset'];
    put?: never;
    post?: never;
    /**
     * Delete a dataset
     * @description It can be restored until it is purged, which removes rows and files. Flows that use it become disabled.
     */
    delete: operations['deleteDataset'];
    options?: never;
    head?: never;
    /**
     * Disable or enable a dataset
     * @description Disabling also disables the flows that use it; enabling brings back the dataset, if it was deleted, and the flows that it had disabled.
     */
    patch: operations['updateDataset'];
    trace?: never;
  };
  '/api/datasets/{dataset_id}/flows': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the flows that use a dataset
     * @description Those whose input nodes name it, the last changed first.
     */
    get: operations['listDatasetFlows'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/datasets/{dataset_id}/profile': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get facts about the columns
     * @description From at most the first 10,000 rows.
     */
    get: operations['getDatasetProfile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/datasets/{dataset_id}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore a dataset
     * @description Brings it back, with the flows that its deletion had disabled.
     */
    post: operations['restoreDataset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/datasets/{dataset_id}/sample': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the first rows
     * @description The first 100 rows. An infinity is null, since JSON has none.
     */
    get: operations['getDatasetSample'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/datasets/{dataset_id}/schema': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the columns
     * @description Names and types, in order.
     */
    get: operations['getDatasetSchema'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/datasets/{dataset_id}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the versions of a dataset
     * @description The newest first.
     */
    get: operations['listDatasetVersions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/datasets/{dataset_id}/versions/{version_number}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a version
     * @description Takes back an upload, for good: the newest of the other versions is the latest one then, and the number is never used again. Rejected while a run reads the version, while a flow names it, and if it is the only one.
     */
    delete: operations['deleteDatasetVersion'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/datasets/{dataset_id}/versions/{version_number}/download': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a version
     * @description The file as uploaded; one whose dialect was not the default was rewritten as UTF-8 with commas. With `as=parquet` the columnar copy that runs read: exported scripts read it where Python would read the file otherwise. One range of bytes can be asked for.
     */
    get: operations['downloadDatasetVersion'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/datasets/purge-expired': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Purge what was deleted long ago
     * @description Removes datasets that were deleted longer ago than DATASET_RETENTION_DAYS.
     */
    post: operations['purgeExpiredDatasets'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/datasets/upload': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload a file
     * @description Makes a dataset named like the file or by `name`, or the next version of the dataset of that name. The extension of the file says its kind: .csv .tsv .tab .xlsx .xls .parquet .arrow .arrows .feather .json .geojson .jsonl .ndjson .txt .log; those of text may be compressed, with .gz behind. Files of Arrow are kept as Parquet. It is read whole before it is listed; what is not said about its dialect is detected. The size that MAX_UPLOAD_SIZE_MB allows holds for a compressed file before and after. Of a field that stands in the query and in the form, the form counts. An empty field counts as absent, but drops an option that would be kept from the version before. `warnings` name what the reader took but a person should check; their `code` is for programs.
     */
    post: operations['uploadDataset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/flows': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List flows
     * @description The last changed first; all, or a page of them.
     */
    get: operations['listFlows'];
    put?: never;
    /**
     * Save a flow
     * @description The graph must be well formed. Node types, wiring and configs are validated when the flow is run or previewed.
     */
    post: operations['createFlow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/flows/{flow_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a flow
     * @description With its graph as it was saved.
     */
    get: operations['getFlow'];
    /**
     * Change a flow
     * @description Absent fields are kept. Moving it into a disabled project disables it.
     */
    put: operations['updateFlow'];
    post?: never;
    /**
     * Delete a flow
     * @description With its runs, their files, and its schedules; not while it runs.
     */
    delete: operations['deleteFlow'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/flows/{flow_id}/duplicate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Copy a flow
     * @description Into the same project, without runs and schedules.
     */
    post: operations['duplicateFlow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/flows/{flow_id}/export/document': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Export a flow as a document
     * @description The document that can be imported elsewhere or run by `millrace run`, of any flow: also of one that cannot run or be written as Python, as when a dataset or a pinned version is gone.
     */
    get: operations['exportFlowDocument'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/flows/{flow_id}/export/python': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Export a flow as Python
     * @description Scripts for pandas, polars and lazy polars that give the rows of a run: all of them, each in a field of its own, so that nothing selects one. Disabled flows and datasets can be exported too; one whose dataset or pinned version is gone as a document only (`exportFlowDocument`). Scripts read the addresses of databases from environment variables that they name; the columns of a `sqlInput` are those of the latest successful run, so such a flow is exported when it has run once.
     */
    post: operations['exportFlowAsPython'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/flows/{flow_id}/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Show a node of a flow
     * @description Computes one node and those before it; nothing is written. Faults elsewhere do not matter. `warnings` has those of the node, such as a check in the mode `warn` that does not hold, and the unknown config fields of it and of the nodes before it, which are ignored. Charts are not computed.
     */
    post: operations['previewFlow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/flows/{flow_id}/runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run a flow
     * @description Waits for the end of the run; a run that fails is answered 201 too, its status says so. With `Prefer: respond-async` it answers 202 at once.
     */
    post: operations['createRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/flows/{flow_id}/schedules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the schedules of a flow
     * @description The oldest first.
     */
    get: operations['listFlowSchedules'];
    put?: never;
    /**
     * Schedule a flow
     * @description The flow runs at the times of the cron expression in the time zone of the schedule. A time that daylight saving skips in spring runs right after the gap; one that occurs twice in autumn runs once, at its first occurrence, unless the hour is `*`. While the flow is disabled, the schedule does not run.
     */
    post: operations['createSchedule'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/flows/{flow_id}/trigger': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run a flow from another system
     * @description A webhook: needs the webhook secret instead of the API token. Waits for the end of the run; a run that fails is answered 200 too, its status says so. 404 when the server has no webhook secret.
     */
    post: operations['triggerFlow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/flows/{flow_id}/validate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check a saved flow
     * @description Every problem of the flow, with node and config key, and the columns of every node with where they come from. No rows are read: the schemas of the datasets are known. Of nodes after one that has an error, only the config is checked, not which columns it names: they are `unknown`.
     */
    post: operations['validateFlow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/flows/{flow_id}/watermarks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the watermarks of a flow
     * @description How far its nodes with incremental_column have read, by node; none before a successful run. A node has one for each set of values of the parameters of its query, at most 1,000 in all. A node whose connection, table or column was changed begins from the start, and its earlier watermark stays, below the latest one. A connection whose address was changed, and a query whose text was, are another matter: see `same_address` and `same_query`.
     */
    get: operations['listWatermarks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/flows/{flow_id}/watermarks/{node_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Reset the watermarks of a node
     * @description Removes all watermarks of the node, of every set of values of its parameters: the next run of each set reads all of its rows again. A run in progress that began at the watermark does not bring it back.
     */
    delete: operations['resetWatermark'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/flows/{flow_id}/watermarks/{node_id}/keep': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Keep the watermarks of a node at a new address or with a new query
     * @description After a database moved: its connection names another host, port or database, and the data there are the same. The same after the query of the node was edited, for example in its columns, and still returns the rows that were read. All watermarks of the node then count as of the present addresses and of the saved query, and the next run goes on from them. Other data need a reset instead, or their rows up to the watermark are never read.
     */
    post: operations['keepWatermark'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/flows/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Import a flow document
     * @description Its references to datasets and connections are dropped: they are of another server. Edges to unknown nodes and unknown keys of the graph are dropped too, each with a warning.
     */
    post: operations['importFlow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/flows/migrate-document': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Bring a flow document up to date
     * @description Answers the newest versioned form of a document; nothing is saved.
     */
    post: operations['migrateFlowDocument'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/flows/validate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check a flow document
     * @description The same for a flow that is not saved. Its references to datasets are kept, unlike at an import.
     */
    post: operations['validateFlowDocument'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/projects': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List projects
     * @description The oldest first; all, or a page of them. Without a project, a default one is created.
     */
    get: operations['listProjects'];
    put?: never;
    /**
     * Create a project
     * @description The name must be unused, whatever its case; "default" is reserved.
     */
    post: operations['createProject'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/projects/{project_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a project
     * @description With the number of its datasets and flows.
     */
    get: operations['getProject'];
    /**
     * Change a project
     * @description Absent fields are kept. Disabling also disables its datasets and flows; enabling gives back those that it disabled.
     */
    put: operations['updateProject'];
    post?: never;
    /**
     * Delete a project
     * @description Its datasets and flows move to the default project, which itself cannot be deleted. Connections lose it from `project_ids`.
     */
    delete: operations['deleteProject'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List runs
     * @description The newest first. Filters are combined; an unknown id matches nothing.
     */
    get: operations['listRuns'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/runs/{run_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a run
     * @description With logs, node results and how they differ from the run before.
     */
    get: operations['getRun'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/runs/{run_id}/artifacts/{node_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the chart of a node
     * @description What a chart node drew: `json` is the `chart` of its node result, `vega-lite` a Vega-Lite 5 specification with its data inline, `svg` and `png` a picture. A chart has at most 2000 points, whatever the number of rows.
     */
    get: operations['getRunArtifact'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/runs/{run_id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel a running run
     * @description Its process is killed. A run that has ended answers 400; so does one that has not started, unless runs execute in a cluster.
     */
    post: operations['cancelRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/runs/{run_id}/compare/{other_run_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Compare two runs
     * @description What differs between a run ("after") and another ("before"): rows, columns, types, status and duration of every node, matched by id, and what they read. Any two runs can be compared, also of different flows, e.g. of a flow and its copy; `same_flow` is false then.
     */
    get: operations['compareRuns'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/runs/{run_id}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Follow a run node by node
     * @description Server-sent events, each with a JSON object as data and, where the table does not say otherwise, an id:
     *
     *     | event | data, besides `run_id` |
     *     | --- | --- |
     *     | `run_pending` | `status`, `attempt`, `at`; sent again when an attempt was lost, with a `message` that says why |
     *     | `run_waiting` | `attempt`, `reason`, `message`: why it waits, without an id; sent again when the reason changes |
     *     | `run_started` | `status`, `attempt`, `at` |
     *     | `node_started` | `attempt`, `node_id` |
     *     | `node_finished` | `attempt`, `node_id`, `status` (success, failed or skipped), `rows`, `duration_ms` |
     *     | `run_ended` | `status`, `attempt`, `error_message`, `at`, `nodes`: the outcome of each node |
     *     | `error` | `detail`, without an id: the stream ends before the run does |
     *
     *     The rows of a node are known when it has finished: the engine does not count them before. For a finished run, the stream replays all events from its record. A client that reconnects with `Last-Event-ID` gets the later events, from any server. After `run_ended` the stream ends; a request for events after that one gets 204, which stops an EventSource.
     */
    get: operations['streamRunEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/runs/{run_id}/logs/stream': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Stream the log of a run
     * @description Server-sent events: comments while the run is unfinished, then one `data` frame for each log entry, then `done`.
     */
    get: operations['streamRunLogs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/runs/{run_id}/output': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download an output
     * @description The file that an output node wrote, in the media type of its format.
     */
    get: operations['downloadRunOutput'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/runs/{run_id}/retry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run again
     * @description A new run with the graph, engine, parameters, timeout, resources and requested dataset of this one, on the newest data; `graph=current` takes the flow as it is now.
     */
    post: operations['retryRun'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/schedules': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List schedules
     * @description Of all flows, the oldest first. An unknown flow has none.
     */
    get: operations['listSchedules'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/schedules/{schedule_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a schedule
     * @description With its next time, the status of its last run, and its newest runs.
     */
    get: operations['getSchedule'];
    put?: never;
    post?: never;
    /**
     * Delete a schedule
     * @description Its runs stay, and keep its id.
     */
    delete: operations['deleteSchedule'];
    options?: never;
    head?: never;
    /**
     * Change a schedule
     * @description Absent fields stay. Enabling resets the failures; disabling clears the next time.
     */
    patch: operations['updateSchedule'];
    trace?: never;
  };
  '/api/schedules/{schedule_id}/backfill': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the slots of backfills and catch-up
     * @description The newest first, with the status of their runs. Catch-up enqueues the missed slots of a schedule with `catch_up`.
     */
    get: operations['listBackfill'];
    put?: never;
    /**
     * Run past slots of a schedule
     * @description Enqueues every slot of the schedule within the range. Each slot runs once, whatever its status: a slot that ran or was requested before is not run again (retry its run instead). The runs start one after the other, the oldest first, while no other scheduled run of the flow is due or in progress, and wait while the flow is disabled; the schedule itself may be disabled. As with run-now, a failure does not count. The queue survives restarts; servers with a scheduler process it.
     */
    post: operations['backfillSchedule'];
    /**
     * Stop a backfill
     * @description Removes the slots that have not run from the queue, so that they can be requested again. Runs in progress go on.
     */
    delete: operations['cancelBackfill'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/schedules/{schedule_id}/missed-slots': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List missed slots
     * @description Slots that started no run, the newest first, with the reason. The latest 100 of a schedule are kept. Slots while the schedule or its flow is disabled are not missed. A backfill runs missed slots.
     */
    get: operations['listMissedSlots'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/schedules/{schedule_id}/run-now': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Run a schedule now
     * @description Waits until the run finishes, also while the schedule is disabled. The next time stays. A failure does not count; a success resets the failures. 409 while another scheduled run of the flow is in progress.
     */
    post: operations['runScheduleNow'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/schedules/{schedule_id}/runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the runs of a schedule
     * @description The newest first.
     */
    get: operations['listScheduleRuns'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List settings
     * @description Every setting that can be changed while the service runs, in a fixed order.
     */
    get: operations['listSettings'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/settings/{key}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Override a setting
     * @description The override outranks the environment and lasts until it is taken back.
     */
    put: operations['updateSetting'];
    post?: never;
    /**
     * Take an override back
     * @description The setting returns to the environment or its default. Repeating it is no error.
     */
    delete: operations['resetSetting'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/settings/webhook': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the status of the webhook trigger
     * @description Whether a secret is configured. No response contains the secret.
     */
    get: operations['getWebhookStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/stream-tickets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get a ticket for the streams of a run
     * @description For browsers: `new EventSource("/api/runs/ID/events?ticket=…")`. An open stream continues after its ticket has expired; to reconnect, get a new ticket. A server without an API token accepts streams without tickets. The run need not exist.
     */
    post: operations['createStreamTicket'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/templates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List templates
     * @description Flows over public data to start from, by id.
     */
    get: operations['listTemplates'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/templates/{template_id}/open': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Open a template
     * @description Saves its flow, with the name of the template. The flow reads the datasets of the project that are the files of the template, by name and content; those that are missing, disabled or deleted are uploaded, such as `airports (public data).csv` beside an `airports.csv` of your own.
     */
    post: operations['openTemplate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/transformations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List transformation names
     * @description In ascending order, without input and output node types.
     */
    get: operations['listTransformations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/transformations/preview': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Try a node on sample rows
     * @description Runs one node on the rows given, or on the latest version of a dataset.
     */
    post: operations['previewTransformation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check that the process is alive
     * @description Does not check the database.
     */
    get: operations['getHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check that the database is reachable
     * @description For load balancers: send requests while this answers 200.
     */
    get: operations['getReadiness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * @description Something about the request, which was carried out nevertheless.
     * @example {
     *       "code": "unknown_field",
     *       "field": "params",
     *       "node_id": null,
     *       "column": null,
     *       "message": "There is no field \"params\". Did you mean \"parameters\"? It is ignored."
     *     }
     */
    AnswerWarning: {
      /**
       * @description What it is about, for programs. The message can change, the code does not.
       * @enum {string}
       */
      code:
        | 'unknown_field'
        | 'read_only_field'
        | 'misplaced_field'
        | 'undeclared_parameter'
        | 'not_imported'
        | 'node_warning'
        | 'missing_secret'
        | 'empty_range'
        | 'former_key'
        | 'ignored_key'
        | 'ignored_value'
        | 'repeated_column'
        | 'split_without_group'
        | 'trimmed_name'
        | 'html_page'
        | 'json_content'
        | 'guessed_encoding'
        | 'guessed_delimiter'
        | 'byte_order_marks'
        | 'mixed_line_ends'
        | 'misplaced_quotes'
        | 'single_quotes'
        | 'no_header'
        | 'missing_value_texts'
        | 'text_among_numbers'
        | 'total_rows'
        | 'thousands_separators'
        | 'decimal_commas'
        | 'short_rows'
        | 'blank_lines'
        | 'title_lines'
        | 'other_sheets'
        | 'skipped_sheets'
        | 'error_cells'
        | 'formulas_without_values'
        | 'dates_out_of_range'
        | 'long_times'
        | 'spaces_between_cells'
        | 'renamed_columns'
        | 'unnamed_columns'
        | 'no_dates_found'
        | 'rounded_decimals'
        | 'nan_values'
        | 'repeated_keys'
        | 'half_characters'
        | 'bytes_as_hexadecimal'
        | 'cut_nanoseconds'
        | 'kept_options'
        | 'no_shared_columns'
        | 'removed_columns'
        | 'changed_column_types'
        | 'affected_flows'
        | 'converted_file';
      /** @description The column of the uploaded file; null: it is about none, or about several. */
      column: string | null;
      /** @description The field of the body or the form, or of the config of the node; null: it is about none. */
      field: string | null;
      /** @description A sentence for people. */
      message: string;
      /** @description The node; null: it is about none. */
      node_id: string | null;
    };
    /**
     * @description What every answer to a JSON body can carry besides its own fields.
     * @example {}
     */
    AnswerWarnings: {
      /** @description Fields of the request that are not known, and what else its author should know, the first hundred at most. Absent when there is nothing to warn of. */
      warnings?: components['schemas']['AnswerWarning'][];
    };
    /**
     * @description A graph. For any other object, the response names the problem.
     * @example {
     *       "nodes": [
     *         {
     *           "id": "top",
     *           "type": "limitRows",
     *           "data": {
     *             "config": {
     *               "n": 10
     *             }
     *           }
     *         }
     *       ],
     *       "edges": []
     *     }
     */
    AnyGraph: components['schemas']['Graph'];
    /**
     * @description A setting and its value.
     * @example {
     *       "key": "MAX_UPLOAD_SIZE_MB",
     *       "label": "Max upload size (MB)",
     *       "description": "Larger files are refused while they arrive.",
     *       "env_var": "SERVICE_MAX_UPLOAD_SIZE_MB",
     *       "category": "Datasets",
     *       "value_type": "integer",
     *       "choices": null,
     *       "min_value": 1,
     *       "max_value": 10240,
     *       "restart_required": false,
     *       "value": 250,
     *       "source": "override",
     *       "default_value": 100,
     *       "env_value": 100
     *     }
     */
    AppSettingRead: {
      /** @description The group it is shown in. */
      category: string;
      /** @description The values to choose from. */
      choices: string[] | null;
      /** @description The value without any setting. */
      default_value: number | string;
      /** @description What it does. */
      description: string;
      /** @description The value without an override. */
      env_value: number | string;
      /** @description The environment variable that sets it at start. */
      env_var: string;
      /** @description The name of the setting. */
      key: string;
      /** @description A short name for people. */
      label: string;
      /** @description The greatest value. */
      max_value: number | null;
      /** @description The least value. */
      min_value: number | null;
      /** @description A change waits for the next start. */
      restart_required: boolean;
      /**
       * @description Where it comes from.
       * @enum {string}
       */
      source: 'default' | 'env' | 'override';
      /** @description The value in force. */
      value: number | string;
      /**
       * @description What a value is.
       * @enum {string}
       */
      value_type: 'integer' | 'select' | 'url';
    };
    /**
     * @description A new value.
     * @example {
     *       "value": 250
     *     }
     */
    AppSettingUpdate: {
      /** @description A whole number or a choice, by type. */
      value: number | string;
    };
    /**
     * @description The config of asofJoin.
     * @example {
     *       "on": "at",
     *       "by": [
     *         "share"
     *       ]
     *     }
     */
    AsofJoinConfig: {
      /**
       * @description By. Columns of both inputs that must be equal.
       * @default []
       */
      by?: string[] | string | null;
      /**
       * @description Direction. backward: the right row with the largest value up to the left one; of equal values the last row. forward: the smallest value from the left one on; of equal values the first row. nearest: the closer of both; at one distance the backward one.
       * @default backward
       */
      direction?:
        ('backward' | 'forward' | 'nearest') | components['schemas']['ParameterReference'];
      /**
       * @description Left by. Columns of the left input that must be equal, if names differ.
       * @default []
       */
      left_by?: string[] | string | null;
      /**
       * @description Left on. The column of the left input, if names differ. The result has both columns.
       * @default
       */
      left_on?: string | null;
      /**
       * @description On. A column of numbers or dates of both inputs, of one type. The result has the left values.
       * @default
       */
      on?: string | null;
      /**
       * @description Right by. Columns of the right input, in the same order.
       * @default []
       */
      right_by?: string[] | string | null;
      /**
       * @description Right on. The column of the right input.
       * @default
       */
      right_on?: string | null;
      /**
       * @description Suffixes. Appended to the names of columns that both inputs have, except keys: first the left, then the right suffix. Default: _x, _y.
       * @default [
       *       "_x",
       *       "_y"
       *     ]
       */
      suffixes?: string[];
      /**
       * @description Tolerance. The maximum distance of a match, which is allowed itself. Null: any distance.
       * @default null
       */
      tolerance?: number | null;
      /**
       * @description Unit of tolerance. For dates. The tolerance of numbers has no unit.
       * @default seconds
       */
      tolerance_unit?:
        | ('microseconds' | 'milliseconds' | 'seconds' | 'minutes' | 'hours' | 'days')
        | components['schemas']['ParameterReference'];
    };
    /**
     * @description Asof Join: Adds to each left row the columns of the right row that is nearest by a number or a date, such as the last price before an order. Left rows and their order are kept; the inputs need not be sorted. A null key matches nothing.
     * @example {
     *       "id": "one",
     *       "type": "asofJoin",
     *       "data": {
     *         "config": {
     *           "on": "at",
     *           "by": [
     *             "share"
     *           ]
     *         }
     *       }
     *     }
     */
    AsofJoinNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['AsofJoinConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'asofJoin';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of assertExpression.
     * @example {
     *       "expression": "id > 0 and (amount < 100 or amount is null)"
     *     }
     */
    AssertExpressionConfig: {
      /**
       * @description Condition. Columns by name, in backticks if the name has special characters; {{ name }} is a parameter.
       * @default
       */
      expression?: string;
      /**
       * @description On violation. error: the node fails. warn: the rows pass on, and the result has a warning. Both report the number of violating rows and the first five of them.
       * @default error
       */
      mode?: ('error' | 'warn') | components['schemas']['ParameterReference'];
    };
    /**
     * @description Assert Expression: Checks that a condition is true for each row. A row for which it is false or null violates it. The rows pass through.
     * @example {
     *       "id": "one",
     *       "type": "assertExpression",
     *       "data": {
     *         "config": {
     *           "expression": "id > 0 and (amount < 100 or amount is null)"
     *         }
     *       }
     *     }
     */
    AssertExpressionNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['AssertExpressionConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'assertExpression';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of assertNotNull.
     * @example {
     *       "columns": [
     *         "id"
     *       ]
     *     }
     */
    AssertNotNullConfig: {
      /**
       * @description Columns. The columns to check. Empty: all.
       * @default []
       */
      columns?: string[] | string | null;
      /**
       * @description On violation. error: the node fails. warn: the rows pass on, and the result has a warning. Both report the number of violating rows and the first five of them.
       * @default error
       */
      mode?: ('error' | 'warn') | components['schemas']['ParameterReference'];
    };
    /**
     * @description Assert Not Null: Checks that the columns have no nulls. Empty text is not null. The rows pass through.
     * @example {
     *       "id": "one",
     *       "type": "assertNotNull",
     *       "data": {
     *         "config": {
     *           "columns": [
     *             "id"
     *           ]
     *         }
     *       }
     *     }
     */
    AssertNotNullNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['AssertNotNullConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'assertNotNull';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of assertRowCount.
     * @example {
     *       "min_rows": 3,
     *       "max_rows": 3
     *     }
     */
    AssertRowCountConfig: {
      /**
       * @description Maximum rows. Null: no bound.
       * @default null
       */
      max_rows?: number | null;
      /**
       * @description Minimum rows. Null: no bound.
       * @default null
       */
      min_rows?: number | null;
      /**
       * @description On violation. error: the node fails. warn: the rows pass on, and the result has a warning. Both report the number of violating rows and the first five of them.
       * @default error
       */
      mode?: ('error' | 'warn') | components['schemas']['ParameterReference'];
    };
    /**
     * @description Assert Row Count: Checks that the number of rows is within bounds, which are allowed themselves. All rows count as violations of a bound. The rows pass through.
     * @example {
     *       "id": "one",
     *       "type": "assertRowCount",
     *       "data": {
     *         "config": {
     *           "min_rows": 3,
     *           "max_rows": 3
     *         }
     *       }
     *     }
     */
    AssertRowCountNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['AssertRowCountConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'assertRowCount';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of assertUnique.
     * @example {
     *       "columns": [
     *         "id"
     *       ]
     *     }
     */
    AssertUniqueConfig: {
      /**
       * @description Columns. The columns whose values together must be unique. Empty: all.
       * @default []
       */
      columns?: string[] | string | null;
      /**
       * @description On violation. error: the node fails. warn: the rows pass on, and the result has a warning. Both report the number of violating rows and the first five of them.
       * @default error
       */
      mode?: ('error' | 'warn') | components['schemas']['ParameterReference'];
    };
    /**
     * @description Assert Unique: Checks that no two rows have the same values in the columns. Nulls are equal. Every copy counts as a violation. The rows pass through.
     * @example {
     *       "id": "one",
     *       "type": "assertUnique",
     *       "data": {
     *         "config": {
     *           "columns": [
     *             "id"
     *           ]
     *         }
     *       }
     *     }
     */
    AssertUniqueNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['AssertUniqueConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'assertUnique';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of assertValueRange.
     * @example {
     *       "column": "id",
     *       "min": 0.5,
     *       "mode": "error"
     *     }
     */
    AssertValueRangeConfig: {
      /**
       * @description Column. The column to check.
       * @default
       */
      column?: string;
      /**
       * @description Inclusive. Whether the bounds themselves are allowed.
       * @default true
       */
      inclusive?: boolean | null | components['schemas']['ParameterReference'];
      /**
       * @description Maximum. A number, a text or an ISO date. For a number every cell is read as a number: the text "10" is 10, true is 1, and a text that is no number violates the range. A text is read as the type of the column. Null: no bound.
       * @default null
       */
      max?: string | number | boolean | null;
      /**
       * @description Minimum. A number, a text or an ISO date. For a number every cell is read as a number: the text "10" is 10, true is 1, and a text that is no number violates the range. A text is read as the type of the column. Null: no bound.
       * @default null
       */
      min?: string | number | boolean | null;
      /**
       * @description On violation. error: the node fails. warn: the rows pass on, and the result has a warning. Both report the number of violating rows and the first five of them.
       * @default error
       */
      mode?: ('error' | 'warn') | components['schemas']['ParameterReference'];
    };
    /**
     * @description Assert Value Range: Checks that the values of a column are within bounds. Null violates them, and so does a text that is no number where a bound is one. The rows pass through.
     * @example {
     *       "id": "one",
     *       "type": "assertValueRange",
     *       "data": {
     *         "config": {
     *           "column": "id",
     *           "min": 0.5,
     *           "mode": "error"
     *         }
     *       }
     *     }
     */
    AssertValueRangeNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['AssertValueRangeConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'assertValueRange';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of assertValuesInSet.
     * @example {
     *       "column": "state",
     *       "allowed": [
     *         "zu",
     *         "öffen"
     *       ]
     *     }
     */
    AssertValuesInSetConfig: {
      /**
       * @description Allow null. Whether null is allowed. Null in the list does not allow it.
       * @default true
       */
      allow_null?: boolean | null | components['schemas']['ParameterReference'];
      /**
       * @description Allowed values. A list. A value matches only a column of its own type: the text "1" is not the number 1. True is 1 and false 0 in a column of booleans. Dates are ISO texts.
       * @default []
       */
      allowed?: (string | number | boolean | null)[];
      /**
       * @description Column. The column to check.
       * @default
       */
      column?: string;
      /**
       * @description On violation. error: the node fails. warn: the rows pass on, and the result has a warning. Both report the number of violating rows and the first five of them.
       * @default error
       */
      mode?: ('error' | 'warn') | components['schemas']['ParameterReference'];
    };
    /**
     * @description Assert Values In Set: Checks that a column has only values of a list. Null is allowed unless the config says otherwise. The rows pass through.
     * @example {
     *       "id": "one",
     *       "type": "assertValuesInSet",
     *       "data": {
     *         "config": {
     *           "column": "state",
     *           "allowed": [
     *             "zu",
     *             "öffen"
     *           ]
     *         }
     *       }
     *     }
     */
    AssertValuesInSetNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['AssertValuesInSetConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'assertValuesInSet';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The result of stopping a backfill.
     * @example {
     *       "schedule_id": "5b0c7a52-8f7e-4c86-9a70-6f0a2b1f3c11",
     *       "removed": 3
     *     }
     */
    BackfillCancel: {
      /** @description How many slots were waiting. */
      removed: number;
      /** @description The schedule. */
      schedule_id: string;
    };
    /**
     * @description Past slots of a schedule to run.
     * @example {
     *       "from": "2024-01-01",
     *       "to": "2024-01-08",
     *       "dry_run": true
     *     }
     * @example {
     *       "from": "2024-01-01T00:00:00+01:00",
     *       "to": "2024-01-03T00:00:00+01:00"
     *     }
     */
    BackfillCreate: {
      /**
       * @description Only list what would run.
       * @default false
       */
      dry_run?: boolean;
      /** @description Start of the range, inclusive: ISO 8601; UTC without an offset. */
      from: string;
      /**
       * @description A range with more slots is rejected.
       * @default 100
       */
      max?: number;
      /** @description A declared parameter of the flow that is set to the slot of each run, as ISO 8601 text. Absent or null: that of the schedule, if any. */
      time_parameter?: string | null;
      /** @description End of the range, exclusive, not in the future: ISO 8601; UTC without an offset. */
      to: string;
    };
    /**
     * @description The slots of a range.
     * @example {
     *       "schedule_id": "5b0c7a52-8f7e-4c86-9a70-6f0a2b1f3c11",
     *       "dry_run": false,
     *       "new_slots": 1,
     *       "slots": [
     *         {
     *           "scheduled_for": "2026-11-20T06:00:00Z",
     *           "status": "waiting",
     *           "run_id": null,
     *           "reason": null,
     *           "is_new": true
     *         }
     *       ]
     *     }
     */
    BackfillRead: {
      /** @description Whether nothing was enqueued. */
      dry_run: boolean;
      /** @description How many slots were enqueued, or would be. */
      new_slots: number;
      /** @description The schedule. */
      schedule_id: string;
      /** @description Every slot of the range, the oldest first. */
      slots: components['schemas']['BackfillSlot'][];
    };
    /**
     * @description A past slot of a schedule.
     * @example {
     *       "scheduled_for": "2026-11-20T06:00:00Z",
     *       "status": "waiting",
     *       "run_id": null,
     *       "reason": null,
     *       "is_new": true
     *     }
     */
    BackfillSlot: {
      /** @description Whether this request enqueued it (or would, with `dry_run`); false when it ran or was requested before. */
      is_new: boolean;
      /** @description Why it could not run. */
      reason: string | null;
      /** @description Its run; null before it starts. Retention may have removed the run since. */
      run_id: string | null;
      /** @description The slot, ISO 8601, UTC: the value of `time_parameter`. */
      scheduled_for: string;
      /**
       * @description waiting: runs after those before it have finished · refused: could not run, see `reason` · else the status of its run.
       * @enum {string}
       */
      status: 'waiting' | 'refused' | 'pending' | 'running' | 'success' | 'failed' | 'cancelled';
    };
    /**
     * @description The config of binColumn.
     * @example {
     *       "column": "größe",
     *       "new_column": "bin",
     *       "bins": 3
     *     }
     */
    BinColumnConfig: {
      /**
       * @description Bins.
       * @default 4
       */
      bins?: number | components['schemas']['ParameterReference'];
      /**
       * @description Column. A column of integers or floats.
       * @default
       */
      column?: string;
      /** @description Labels. One text for each bin, from the lowest. Empty: the edges of the bin, such as (2.5, 5.0], rounded to six significant digits, or to as many more as distinguish the edges. */
      labels?: (string | number)[] | null;
      /**
       * @description Method. equalwidth: bins of equal width. quantile: bins with equally many rows; equal numbers share a bin.
       * @default equalwidth
       */
      method?: ('equalwidth' | 'quantile') | components['schemas']['ParameterReference'];
      /**
       * @description New column. The last column of the result. An existing column with this name is replaced in place.
       * @default
       */
      new_column?: string;
    };
    /**
     * @description Bin Column: Adds the bin of each number as text. A bin is (a, b]: it has its upper edge, and not its lower one. Null and infinity are in no bin.
     * @example {
     *       "id": "one",
     *       "type": "binColumn",
     *       "data": {
     *         "config": {
     *           "column": "größe",
     *           "new_column": "bin",
     *           "bins": 3
     *         }
     *       }
     *     }
     */
    BinColumnNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['BinColumnConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'binColumn';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of calculatedColumn.
     * @example {
     *       "column_name": "total",
     *       "expression": "quantity * price"
     *     }
     */
    CalculatedColumnConfig: {
      /**
       * @description Column. The name of the column to add or replace.
       * @default
       */
      column_name?: string;
      /**
       * @description Expression. Columns by name, in backticks if the name has special characters; {{ name }} is a parameter.
       * @default
       */
      expression?: string;
    };
    /**
     * @description Calculated Column: Computes a column from an expression. An existing column with the same name is replaced in place.
     * @example {
     *       "id": "one",
     *       "type": "calculatedColumn",
     *       "data": {
     *         "config": {
     *           "column_name": "total",
     *           "expression": "quantity * price"
     *         }
     *       }
     *     }
     */
    CalculatedColumnNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['CalculatedColumnConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'calculatedColumn';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The run was asked to end.
     * @example {
     *       "run_id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
     *       "status": "cancelling"
     *     }
     */
    CancelResult: {
      /** @description The run. */
      run_id: string;
      /**
       * @description It ends as cancelled, unless it ends by itself first.
       * @constant
       */
      status: 'cancelling';
    };
    /**
     * @description The config of castDtypes.
     * @example {
     *       "casts": {
     *         "n": "integer"
     *       },
     *       "errors": "coerce"
     *     }
     */
    CastDtypesConfig: {
      /**
       * @description Types. The type of each column: integer, float, boolean, string or datetime.
       * @default {}
       */
      casts?: {
        [key: string]:
          | ('integer' | 'float' | 'boolean' | 'datetime' | 'string')
          | components['schemas']['ParameterReference'];
      };
      /**
       * @description Conversion errors. raise: the run fails and names the value. coerce: the value becomes null.
       * @default raise
       */
      errors?: ('raise' | 'coerce') | null | components['schemas']['ParameterReference'];
      /**
       * @description Date format. The format of dates in text, with the directives of strftime: %Y %m %d %H %I %M %S %f %y %b %B %p %z %%. %y is a year from 1970 to 2069: 69 is 2069, 70 is 1970. %j is the day of the year, %G %V %u are year, week and day of ISO 8601, %W %w the week from Monday on and its day from Sunday, 0. Names of weekdays, %a %A, and of UTC, %Z, change no date. %c stands for %a %b %d %H:%M:%S %Y, %x for %m/%d/%y. Empty: ISO 8601 in the forms that "Dates in text" in the reference of node types lists, detected for each cell.
       * @default
       */
      format?: string | null;
    };
    /**
     * @description Change Types: Converts columns to other types. A value that cannot be converted fails the run or becomes null.
     * @example {
     *       "id": "one",
     *       "type": "castDtypes",
     *       "data": {
     *         "config": {
     *           "casts": {
     *             "n": "integer"
     *           },
     *           "errors": "coerce"
     *         }
     *       }
     *     }
     */
    CastDtypesNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['CastDtypesConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'castDtypes';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description A group of the palette.
     * @example {
     *       "id": "clean",
     *       "label": "Cleaning"
     *     }
     */
    CategorySpec: {
      /**
       * @description The category of node types.
       * @enum {string}
       */
      id:
        | 'input'
        | 'clean'
        | 'columns'
        | 'reshape'
        | 'analytics'
        | 'quality'
        | 'chart'
        | 'ml'
        | 'output';
      /** @description A short name for people. */
      label: string;
    };
    /**
     * @description The config of chartArea.
     * @example {
     *       "title": "Rates",
     *       "x": "day",
     *       "y_columns": [
     *         "rate",
     *         "a \"b\", ü"
     *       ]
     *     }
     */
    ChartAreaConfig: {
      /**
       * @description Aggregate. count counts rows, also those whose value is null: it needs no column.
       * @default mean
       */
      aggregate?:
        | ('sum' | 'mean' | 'count' | 'min' | 'max' | 'median')
        | null
        | components['schemas']['ParameterReference'];
      /**
       * @description Title. Shown above the chart, at most 200 characters. Empty: none.
       * @default
       */
      title?: string | null;
      /**
       * @description X. A point for each of its values.
       * @default
       */
      x?: string;
      /**
       * @description Series. One to 8 columns to aggregate.
       * @default []
       */
      y_columns?: string[] | string;
    };
    /**
     * @description Area Chart: Draws aggregates of one or more columns by the values of another, as areas. The values of x are in order: numbers and dates ascending, also in text if at least 80% of its cells are numbers, or dates; other text as it first appears. Blanks are last. Of more than 1000 points some are left out at even distances. Rows pass through.
     * @example {
     *       "id": "one",
     *       "type": "chartArea",
     *       "data": {
     *         "config": {
     *           "title": "Rates",
     *           "x": "day",
     *           "y_columns": [
     *             "rate",
     *             "a \"b\", ü"
     *           ]
     *         }
     *       }
     *     }
     */
    ChartAreaNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ChartAreaConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'chartArea';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description A chart as small, aggregated data. The fields besides these follow from its kind; a null value is unknown or infinite, and integers of any size are exact.
     * @example {
     *       "kind": "bar",
     *       "rows_seen": 3,
     *       "title": "Sales",
     *       "x": "shop",
     *       "y": "amount",
     *       "aggregate": "sum",
     *       "orientation": "vertical",
     *       "data": [
     *         {
     *           "label": "b",
     *           "value": 4
     *         },
     *         {
     *           "label": "a",
     *           "value": 2
     *         }
     *       ],
     *       "total_categories": 2
     *     }
     */
    ChartArtifact: {
      /**
       * @description The kind of the chart, which determines its other fields.
       * @enum {string}
       */
      kind: 'bar' | 'line' | 'area' | 'scatter' | 'pie' | 'histogram' | 'boxplot' | 'heatmap';
      /** @description The number of rows that the node read. */
      rows_seen: number;
      /** @description Absent: none. */
      title?: string;
    };
    /**
     * @description The config of chartBar.
     * @example {
     *       "title": "Sales",
     *       "x": "shop",
     *       "y": "amount"
     *     }
     */
    ChartBarConfig: {
      /**
       * @description Aggregate. count counts rows, also those whose value is null: it needs no column.
       * @default sum
       */
      aggregate?:
        | ('sum' | 'mean' | 'count' | 'min' | 'max' | 'median')
        | null
        | components['schemas']['ParameterReference'];
      /**
       * @description Series. A bar for each of its values in each category, at most 8: of more the 7 greatest, and Other.
       * @default
       */
      group_by?: string | null;
      /**
       * @description Limit. Categories with the greatest values; the rest is Other. Empty: 25.
       * @default null
       */
      limit?: number | null;
      /**
       * @description Orientation.
       * @default vertical
       */
      orientation?:
        ('vertical' | 'horizontal') | null | components['schemas']['ParameterReference'];
      /** @description Order. The order of the categories that are shown; the limit keeps the greatest ones whatever it is, and Other is last. value: the greatest first. category: numbers and dates ascending, also in text if at least 80% of its cells are numbers, or dates; other text by code point, blanks last. input: as they first appear in the rows. Empty: value. */
      sort?: ('value' | 'category' | 'input') | null | components['schemas']['ParameterReference'];
      /**
       * @description Title. Shown above the chart, at most 200 characters. Empty: none.
       * @default
       */
      title?: string | null;
      /**
       * @description Categories. A bar for each of its values.
       * @default
       */
      x?: string;
      /**
       * @description Values. The column of numbers to aggregate. Texts are read as numbers; others are missing. The aggregate count reads none.
       * @default
       */
      y?: string | null;
    };
    /**
     * @description Bar Chart: Draws an aggregate for each category as a bar, the greatest first unless sort is another order. Categories beyond the limit are aggregated together as Other; null is (blank), or (null) beside a text that is (blank). Rows pass through.
     * @example {
     *       "id": "one",
     *       "type": "chartBar",
     *       "data": {
     *         "config": {
     *           "title": "Sales",
     *           "x": "shop",
     *           "y": "amount"
     *         }
     *       }
     *     }
     */
    ChartBarNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ChartBarConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'chartBar';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of chartBoxPlot.
     * @example {
     *       "title": "Rates",
     *       "column": "rate"
     *     }
     */
    ChartBoxPlotConfig: {
      /**
       * @description Column. A column of numbers. Texts are read as numbers; others are missing.
       * @default
       */
      column?: string;
      /**
       * @description Groups. A box for each of its values. Empty: one box.
       * @default
       */
      group_by?: string | null;
      /**
       * @description Title. Shown above the chart, at most 200 characters. Empty: none.
       * @default
       */
      title?: string | null;
    };
    /**
     * @description Box Plot: Draws the quartiles of a column, for each group or for all rows, with whiskers to the least and the greatest value that is no outlier. Outliers are values more than 1.5 interquartile ranges outside the box; they are counted. Quartiles are interpolated linearly. The 12 groups with the most values are shown. Nulls and infinities are left out. Rows pass through.
     * @example {
     *       "id": "one",
     *       "type": "chartBoxPlot",
     *       "data": {
     *         "config": {
     *           "title": "Rates",
     *           "column": "rate"
     *         }
     *       }
     *     }
     */
    ChartBoxPlotNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ChartBoxPlotConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'chartBoxPlot';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of chartHeatmap.
     * @example {
     *       "title": "All"
     *     }
     */
    ChartHeatmapConfig: {
      /**
       * @description Columns. At most 12 columns of numbers. Empty: the first 12 of the table.
       * @default []
       */
      columns?: string[] | string | null;
      /**
       * @description Title. Shown above the chart, at most 200 characters. Empty: none.
       * @default
       */
      title?: string | null;
    };
    /**
     * @description Correlation Heatmap: Draws the Pearson correlation of each pair of columns, over the rows that have both values. Booleans are 0 and 1; columns without numbers are dropped. Rows pass through.
     * @example {
     *       "id": "one",
     *       "type": "chartHeatmap",
     *       "data": {
     *         "config": {
     *           "title": "All"
     *         }
     *       }
     *     }
     */
    ChartHeatmapNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ChartHeatmapConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'chartHeatmap';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of chartHistogram.
     * @example {
     *       "title": "Rates",
     *       "column": "rate",
     *       "bins": 4
     *     }
     */
    ChartHistogramConfig: {
      /**
       * @description Bins.
       * @default 20
       */
      bins?: number | null | components['schemas']['ParameterReference'];
      /**
       * @description Column. A column of numbers. Texts are read as numbers; others are missing.
       * @default
       */
      column?: string;
      /**
       * @description Title. Shown above the chart, at most 200 characters. Empty: none.
       * @default
       */
      title?: string | null;
    };
    /**
     * @description Histogram: Counts the values of a column in bins of equal width. A bin has its lower bound, the last one both. Nulls and infinities are not counted; a column of texts or dates has no bins. Rows pass through.
     * @example {
     *       "id": "one",
     *       "type": "chartHistogram",
     *       "data": {
     *         "config": {
     *           "title": "Rates",
     *           "column": "rate",
     *           "bins": 4
     *         }
     *       }
     *     }
     */
    ChartHistogramNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ChartHistogramConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'chartHistogram';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of chartLine.
     * @example {
     *       "title": "Rates",
     *       "x": "day",
     *       "y_columns": [
     *         "rate",
     *         "a \"b\", ü"
     *       ]
     *     }
     */
    ChartLineConfig: {
      /**
       * @description Aggregate. count counts rows, also those whose value is null: it needs no column.
       * @default mean
       */
      aggregate?:
        | ('sum' | 'mean' | 'count' | 'min' | 'max' | 'median')
        | null
        | components['schemas']['ParameterReference'];
      /**
       * @description Title. Shown above the chart, at most 200 characters. Empty: none.
       * @default
       */
      title?: string | null;
      /**
       * @description X. A point for each of its values.
       * @default
       */
      x?: string;
      /**
       * @description Series. One to 8 columns to aggregate.
       * @default []
       */
      y_columns?: string[] | string;
    };
    /**
     * @description Line Chart: Draws aggregates of one or more columns by the values of another, as lines. The values of x are in order: numbers and dates ascending, also in text if at least 80% of its cells are numbers, or dates; other text as it first appears. Blanks are last. Of more than 1000 points some are left out at even distances. Rows pass through.
     * @example {
     *       "id": "one",
     *       "type": "chartLine",
     *       "data": {
     *         "config": {
     *           "title": "Rates",
     *           "x": "day",
     *           "y_columns": [
     *             "rate",
     *             "a \"b\", ü"
     *           ]
     *         }
     *       }
     *     }
     */
    ChartLineNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ChartLineConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'chartLine';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of chartPie.
     * @example {
     *       "category": "shop"
     *     }
     */
    ChartPieConfig: {
      /**
       * @description Aggregate. count counts rows, also those whose value is null: it needs no column.
       * @default count
       */
      aggregate?:
        | ('sum' | 'mean' | 'count' | 'min' | 'max' | 'median')
        | null
        | components['schemas']['ParameterReference'];
      /**
       * @description Categories. A slice for each of its values.
       * @default
       */
      category?: string;
      /**
       * @description Limit. Categories with the greatest values; the rest is Other. Empty: 6.
       * @default null
       */
      limit?: number | null;
      /** @description Order. The order of the categories that are shown; the limit keeps the greatest ones whatever it is, and Other is last. value: the greatest first. category: numbers and dates ascending, also in text if at least 80% of its cells are numbers, or dates; other text by code point, blanks last. input: as they first appear in the rows. Empty: value. */
      sort?: ('value' | 'category' | 'input') | null | components['schemas']['ParameterReference'];
      /**
       * @description Title. Shown above the chart, at most 200 characters. Empty: none.
       * @default
       */
      title?: string | null;
      /**
       * @description Values. The column of numbers to aggregate. The aggregate count reads none.
       * @default
       */
      value?: string | null;
    };
    /**
     * @description Pie Chart: Draws an aggregate for each category as a slice, the greatest first unless sort is another order. Categories beyond the limit are aggregated together as Other; null is (blank), or (null) beside a text that is (blank). Rows pass through.
     * @example {
     *       "id": "one",
     *       "type": "chartPie",
     *       "data": {
     *         "config": {
     *           "category": "shop"
     *         }
     *       }
     *     }
     */
    ChartPieNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ChartPieConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'chartPie';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of chartScatter.
     * @example {
     *       "title": "Rates",
     *       "x": "amount",
     *       "y": "rate"
     *     }
     */
    ChartScatterConfig: {
      /**
       * @description Title. Shown above the chart, at most 200 characters. Empty: none.
       * @default
       */
      title?: string | null;
      /**
       * @description X. Numbers or dates. Texts are read as numbers; others are missing.
       * @default
       */
      x?: string;
      /**
       * @description Y. Numbers or dates of another column.
       * @default
       */
      y?: string;
    };
    /**
     * @description Scatter Plot: Draws a point for each row that has both coordinates, which are numbers or dates. Of more than 2000 points some are left out at even distances in the order of the rows. Rows pass through.
     * @example {
     *       "id": "one",
     *       "type": "chartScatter",
     *       "data": {
     *         "config": {
     *           "title": "Rates",
     *           "x": "amount",
     *           "y": "rate"
     *         }
     *       }
     *     }
     */
    ChartScatterNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ChartScatterConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'chartScatter';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of coalesceColumns.
     * @example {
     *       "columns": [
     *         "mobile",
     *         "Büro \"2\""
     *       ],
     *       "new_column": "first"
     *     }
     */
    CoalesceColumnsConfig: {
      /**
       * @description Columns. The columns in the order in which a value is searched.
       * @default []
       */
      columns?: string[] | string;
      /**
       * @description Keep originals. If false, the columns that were read are dropped.
       * @default true
       */
      keep_original?: boolean | null | components['schemas']['ParameterReference'];
      /**
       * @description New column. The last column of the result. An existing column with this name is replaced in place.
       * @default
       */
      new_column?: string;
    };
    /**
     * @description Coalesce Columns: Takes the first value of several columns that is not null. Integers and floats become floats; other mixed types become text.
     * @example {
     *       "id": "one",
     *       "type": "coalesceColumns",
     *       "data": {
     *         "config": {
     *           "columns": [
     *             "mobile",
     *             "Büro \"2\""
     *           ],
     *           "new_column": "first"
     *         }
     *       }
     *     }
     */
    CoalesceColumnsNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['CoalesceColumnsConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'coalesceColumns';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description Nothing: the answer has the scripts of all exporters, whatever the engine of the flow.
     * @example {}
     */
    CodeExportRequest: Record<string, never>;
    /**
     * @description A flow as Python, three ways.
     * @example {
     *       "code": "import pandas as pd",
     *       "polars": "import polars as pl",
     *       "polars_lazy": "import polars as pl",
     *       "notebook": null,
     *       "notebook_polars": null,
     *       "notebook_polars_lazy": null,
     *       "flow_document": {
     *         "format": "service.flow/v1",
     *         "name": "Clean orders",
     *         "description": null,
     *         "graph_json": {
     *           "nodes": [
     *             {
     *               "id": "in",
     *               "type": "fileInput",
     *               "data": {
     *                 "config": {
     *                   "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *                   "format": "csv"
     *                 }
     *               }
     *             },
     *             {
     *               "id": "out",
     *               "type": "fileOutput",
     *               "data": {
     *                 "config": {
     *                   "format": "csv"
     *                 }
     *               }
     *             }
     *           ],
     *           "edges": [
     *             {
     *               "source": "in",
     *               "target": "out"
     *             }
     *           ]
     *         }
     *       }
     *     }
     */
    CodeExportResponse: {
      /** @description Script for pandas, of the exporter `python`. */
      code: string;
      flow_document: components['schemas']['FlowDocument'];
      /** @description Jupyter notebook of the exporter `notebook`, as JSON text; null unless asked for. */
      notebook: string | null;
      /** @description Jupyter notebook of the exporter `notebook-eager-polars`, as JSON text; null unless asked for. */
      notebook_polars: string | null;
      /** @description Jupyter notebook of the exporter `notebook-lazy-polars`, as JSON text; null unless asked for. */
      notebook_polars_lazy: string | null;
      /** @description Script for polars, of the exporter `eager-polars`. */
      polars: string;
      /** @description Script for lazy polars, of the exporter `lazy-polars`. */
      polars_lazy: string;
    };
    /**
     * @description Facts about a column.
     * @example {
     *       "name": "id",
     *       "dtype": "integer",
     *       "null_count": 0,
     *       "null_pct": 0,
     *       "distinct": 2,
     *       "scanned": 2,
     *       "total": 2,
     *       "min": 1,
     *       "max": 2,
     *       "mean": 1.5,
     *       "std": 0.7071
     *     }
     */
    ColumnProfile: {
      /** @description Number of distinct values in the scanned rows. */
      distinct: number;
      /**
       * @description Its type.
       * @enum {string}
       */
      dtype: 'integer' | 'float' | 'boolean' | 'datetime' | 'string';
      /** @description Of numeric and datetime columns. */
      max?: unknown;
      /** @description Of text columns. */
      max_len?: number;
      /** @description Of numeric columns. */
      mean?: number | null;
      /** @description Of numeric and datetime columns. */
      min?: unknown;
      /** @description Of text columns. */
      min_len?: number;
      /** @description The column. */
      name: string;
      /** @description Number of nulls in the scanned rows. */
      null_count: number;
      /** @description Percentage of nulls, rounded to two decimals. */
      null_pct: number;
      /** @description Number of scanned rows: at most the first 10,000. */
      scanned: number;
      /** @description Of numeric columns; null for one value. */
      std?: number | null;
      /** @description The five most frequent values of text columns. */
      top_values?: {
        /** @description How often it occurs. */
        count: number;
        /** @description The value. */
        value: unknown;
      }[];
      /** @description Number of rows of the dataset. */
      total: number;
      /** @description Of boolean columns. */
      true_count?: number;
    };
    /**
     * @description A column.
     * @example {
     *       "name": "id",
     *       "type": "integer"
     *     }
     */
    ColumnSchema: {
      /** @description As in the file; empty and doubled names are completed. */
      name: string;
      /**
       * @description Decided from the whole column, once, at upload.
       * @enum {string}
       */
      type: 'integer' | 'float' | 'boolean' | 'datetime' | 'string';
    };
    /**
     * @description The config of combineColumns.
     * @example {
     *       "columns": [
     *         "first",
     *         "last name"
     *       ],
     *       "new_column": "all"
     *     }
     */
    CombineColumnsConfig: {
      /**
       * @description Columns. The columns in the order of their texts.
       * @default []
       */
      columns?: string[] | string;
      /**
       * @description Keep originals. If false, the columns that were read are dropped.
       * @default true
       */
      keep_original?: boolean | null | components['schemas']['ParameterReference'];
      /**
       * @description New column. The last column of the result. An existing column with this name is replaced in place.
       * @default
       */
      new_column?: string;
      /**
       * @description Separator. The text between two values. It can be empty.
       * @default
       */
      separator?: string;
    };
    /**
     * @description Combine Columns: Joins the values of several columns to one text with a separator. Null is the empty text.
     * @example {
     *       "id": "one",
     *       "type": "combineColumns",
     *       "data": {
     *         "config": {
     *           "columns": [
     *             "first",
     *             "last name"
     *           ],
     *           "new_column": "all"
     *         }
     *       }
     *     }
     */
    CombineColumnsNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['CombineColumnsConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'combineColumns';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description One side of a comparison.
     * @example {
     *       "id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
     *       "flow_id": "7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11",
     *       "status": "success",
     *       "engine": "polars",
     *       "trigger": "manual",
     *       "input_datasets": [],
     *       "parameters": null,
     *       "error_message": null,
     *       "duration_ms": 41.5,
     *       "created_at": "2026-11-21T09:34:09.175000Z"
     *     }
     */
    ComparedRun: {
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      created_at: string;
      /** @description From its start to its end; null before the end. */
      duration_ms: number | null;
      /**
       * @description The engine used.
       * @enum {string}
       */
      engine: 'pandas' | 'polars';
      /** @description Why it failed or was cancelled. */
      error_message: string | null;
      /** @description Its flow. */
      flow_id: string;
      /** @description The run. */
      id: string;
      /** @description What it read; null when that could not be resolved. */
      input_datasets: components['schemas']['InputDatasetRef'][] | null;
      /** @description The effective values. */
      parameters: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Its state.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'success' | 'failed' | 'cancelled';
      /**
       * @description Who or what started it.
       * @enum {string}
       */
      trigger: 'manual' | 'schedule' | 'retry' | 'seed' | 'webhook';
    };
    /**
     * @description The config of concatRows.
     * @example {}
     */
    ConcatRowsConfig: Record<string, never>;
    /**
     * @description Concat Rows: Concatenates the rows of several inputs. Columns are matched by name; if an input lacks a column, its cells are null.
     * @example {
     *       "id": "one",
     *       "type": "concatRows",
     *       "data": {
     *         "config": {}
     *       }
     *     }
     */
    ConcatRowsNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ConcatRowsConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'concatRows';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of conditionalColumn.
     * @example {
     *       "new_column": "class",
     *       "rules": [
     *         {
     *           "conditions": [
     *             {
     *               "column": "s",
     *               "operator": "!=",
     *               "value": "Ada"
     *             }
     *           ],
     *           "result": true
     *         }
     *       ],
     *       "default": null
     *     }
     */
    ConditionalColumnConfig: {
      /**
       * @description Default. The value of rows that match no rule. Without the key it is null.
       * @default
       */
      default?: string | number | boolean | null;
      /**
       * @description New column. The last column of the result. An existing column with this name is replaced in place.
       * @default
       */
      new_column?: string;
      /**
       * @description Rules. A list such as [{"column": "amount", "operator": ">", "value": 100, "result": "large"}], or with several conditions [{"match": "any", "conditions": [{"column": "amount", "operator": ">", "value": 100}, {"column": "kind", "value": "gift"}], "result": "large"}]. match is "all" without the key, operator "==" and result null. A value null matches nothing. The operators are those of filterRows without between and in. Aliases: eq (==), ne (!=), gt (>), gte (>=), lt (<), lte (<=).
       * @default []
       */
      rules?: {
        conditions: {
          column: string;
          /**
           * @default ==
           * @enum {string}
           */
          operator?:
            | '=='
            | '!='
            | '>'
            | '>='
            | '<'
            | '<='
            | 'isnull'
            | 'notnull'
            | 'contains'
            | 'startswith'
            | 'endswith'
            | 'eq'
            | 'ne'
            | 'gt'
            | 'gte'
            | 'lt'
            | 'lte';
          value?: string | number | boolean | null;
        }[];
        /**
         * @default all
         * @enum {string}
         */
        match?: 'all' | 'any';
        /** @default null */
        result?: string | number | boolean | null;
      }[];
    };
    /**
     * @description Conditional Column: Computes a column by rules: the first rule that a row matches has the result. Integers and floats become floats; other mixed results become text.
     * @example {
     *       "id": "one",
     *       "type": "conditionalColumn",
     *       "data": {
     *         "config": {
     *           "new_column": "class",
     *           "rules": [
     *             {
     *               "conditions": [
     *                 {
     *                   "column": "s",
     *                   "operator": "!=",
     *                   "value": "Ada"
     *                 }
     *               ],
     *               "result": true
     *             }
     *           ],
     *           "default": null
     *         }
     *       }
     *     }
     */
    ConditionalColumnNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ConditionalColumnConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'conditionalColumn';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description One field of the form of a node.
     * @example {
     *       "key": "n",
     *       "label": "Rows",
     *       "type": "integer",
     *       "required": true,
     *       "default": 10,
     *       "min": 0
     *     }
     */
    ConfigField: {
      /** @description The value when absent. */
      default?: unknown;
      /** @description A sentence of help. */
      help?: string;
      /** @description The key in the config. */
      key: string;
      /** @description A short name for people. */
      label: string;
      /** @description The greatest number. */
      max?: number;
      /** @description The least number. */
      min?: number;
      /** @description The values of a select. */
      options?: string[];
      /** @description Shown in an empty field. */
      placeholder?: string;
      /** @description The node does not work without it. */
      required: boolean;
      /**
       * @description What to ask for.
       * @enum {string}
       */
      type:
        | 'string'
        | 'number'
        | 'integer'
        | 'boolean'
        | 'select'
        | 'string_list'
        | 'column'
        | 'column_list'
        | 'mapping'
        | 'json';
    };
    /**
     * @description A new connection.
     * @example {
     *       "name": "Shop",
     *       "provider": "postgresql",
     *       "host": "db.example.com",
     *       "port": 5432,
     *       "database": "shop",
     *       "username": "reader",
     *       "password_env": "env:SHOP_PASSWORD",
     *       "options": {
     *         "sslmode": "verify-full"
     *       }
     *     }
     */
    ConnectionCreate: {
      /** @description A database, bucket, folder, file or URI, by provider. */
      database?: string | null;
      /** @description A host name, or the URL of a service. */
      host?: string | null;
      /** @description Leading and trailing blanks are removed. */
      name: string;
      /** @description Settings of the provider. No secrets. */
      options?: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Where the secret is: NAME or env:NAME, keyring:NAME, or file:/path. Never the secret itself.
       * @example env:SHOP_PASSWORD
       */
      password_env?: string | null;
      /** @description The TCP port. */
      port?: number | null;
      /** @description The projects whose flows may use it; null: all projects. */
      project_ids?: string[] | null;
      /** @description The name of a provider, such as postgresql. */
      provider: string;
      /** @description A user, account or access key. */
      username?: string | null;
    };
    /**
     * @description One field of the form of a connection. A key with a dot is one of `options`.
     * @example {
     *       "key": "host",
     *       "label": "Host",
     *       "type": "string",
     *       "required": true
     *     }
     */
    ConnectionField: {
      /** @description The value when absent. */
      default?: unknown;
      /** @description A sentence of help. */
      help?: string;
      /** @description The key in the config. */
      key: string;
      /** @description A short name for people. */
      label: string;
      /** @description The greatest number. */
      max?: number;
      /** @description The least number. */
      min?: number;
      /** @description The values of a select. */
      options?: string[];
      /** @description Shown in an empty field. */
      placeholder?: string;
      /** @description The node does not work without it. */
      required: boolean;
      /** @description The value is a secret reference. */
      secret?: boolean;
      /**
       * @description What to ask for.
       * @enum {string}
       */
      type:
        | 'string'
        | 'number'
        | 'integer'
        | 'boolean'
        | 'select'
        | 'string_list'
        | 'column'
        | 'column_list'
        | 'mapping'
        | 'json';
    };
    /**
     * @description A database, storage or service that nodes use.
     * @example {
     *       "name": "Shop",
     *       "provider": "postgresql",
     *       "host": "db.example.com",
     *       "port": 5432,
     *       "database": "shop",
     *       "username": "reader",
     *       "password_env": "env:SHOP_PASSWORD",
     *       "options": {
     *         "sslmode": "verify-full"
     *       },
     *       "id": "5f0c7b1e-54d5-4f0e-9d5a-1f2a6f0c9b11",
     *       "connection_type": "sql",
     *       "project_ids": null,
     *       "created_at": "2026-11-21T09:34:09.175000Z",
     *       "updated_at": "2026-11-21T09:34:09.175000Z",
     *       "last_tested_at": null,
     *       "last_test_status": null,
     *       "last_test_error": null
     *     }
     */
    ConnectionRead: {
      /**
       * @description What nodes can do with it; the kind of its provider.
       * @enum {string}
       */
      connection_type: 'sql' | 'mongo' | 'storage' | 'api' | 'mlflow';
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      created_at: string;
      /** @description A database, bucket, folder or file. */
      database: string | null;
      /** @description A host name or URL. */
      host: string | null;
      /** @description UUID. */
      id: string;
      /** @description Why it failed, without secrets; null after a success. */
      last_test_error: string | null;
      /**
       * @description Its outcome.
       * @enum {string|null}
       */
      last_test_status: 'ok' | 'failed' | 'error' | null;
      /**
       * @description When the present fields were tested; null: not yet.
       * @example 2026-11-21T09:34:09.175000Z
       */
      last_tested_at: string | null;
      /** @description Unique, whatever its case. */
      name: string;
      /** @description Settings of the provider. No secrets. */
      options: {
        [key: string]: unknown;
      } | null;
      /** @description The secret reference. */
      password_env: string | null;
      /** @description The TCP port. */
      port: number | null;
      /** @description The projects whose flows may use it; null: all projects. Empty when all of them were deleted: then no flow may use it. */
      project_ids: string[] | null;
      /** @description The name of a provider, such as postgresql. */
      provider: string;
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      updated_at: string;
      /** @description A user, account or access key. */
      username: string | null;
    };
    /**
     * @description The outcome of a test.
     * @example {
     *       "ok": true,
     *       "message": "The connection works."
     *     }
     */
    ConnectionTestResult: {
      /** @description A sentence without secrets. */
      message: string;
      /** @description Whether it can be used. */
      ok: boolean;
    };
    /**
     * @description The fields to change. All but `name` and `project_ids` forget the last test.
     * @example {
     *       "host": "db2.example.com"
     *     }
     */
    ConnectionUpdate: {
      /** @description A database, bucket, folder, file or URI, by provider. */
      database?: string | null;
      /** @description A host name, or the URL of a service. */
      host?: string | null;
      /** @description Leading and trailing blanks are removed. */
      name?: string;
      /** @description Settings of the provider. No secrets. */
      options?: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Where the secret is: NAME or env:NAME, keyring:NAME, or file:/path. Never the secret itself.
       * @example env:SHOP_PASSWORD
       */
      password_env?: string | null;
      /** @description The TCP port. */
      port?: number | null;
      /** @description The projects whose flows may use it; null: all projects. */
      project_ids?: string[] | null;
      /** @description The name of a provider, such as postgresql. */
      provider?: string;
      /** @description A user, account or access key. */
      username?: string | null;
    };
    /**
     * @description A connector to a kind of database, storage or service.
     * @example {
     *       "id": "sqlite",
     *       "label": "SQLite",
     *       "kind": "sql",
     *       "available": true,
     *       "unavailable_reason": null,
     *       "driver_module": null,
     *       "extra": null,
     *       "capabilities": [
     *         "connector.sql",
     *         "connector.sqlite"
     *       ],
     *       "permissions": [
     *         "database_access",
     *         "network"
     *       ],
     *       "provider": "service.core",
     *       "metadata": {
     *         "default_port": null,
     *         "needs_host": false,
     *         "needs_auth": false,
     *         "supports_query": true,
     *         "needs_bucket": false,
     *         "needs_region": false,
     *         "needs_endpoint": false
     *       },
     *       "config_schema": {
     *         "fields": []
     *       }
     *     }
     */
    ConnectorSpec: {
      /** @description It can be used here. */
      available: boolean;
      /** @description Named abilities. */
      capabilities: string[];
      /** @description The form for a connection. */
      config_schema: {
        /** @description In the order shown. */
        fields: components['schemas']['ConnectionField'][];
      };
      /** @description The package that it needs. */
      driver_module: string | null;
      /** @description The group of packages that has it. */
      extra: string | null;
      /** @description The name of the provider. */
      id: string;
      /**
       * @description What nodes can do with it.
       * @enum {string}
       */
      kind: 'sql' | 'mongo' | 'storage' | 'api' | 'mlflow';
      /** @description A short name for people. */
      label: string;
      /** @description The fields of a connection that mean something. */
      metadata: {
        /** @description The port of an empty field. */
        default_port: number | null;
        /** @description It has a user and a secret. */
        needs_auth: boolean;
        /** @description It has a bucket or folder. */
        needs_bucket: boolean;
        /** @description It has an endpoint. */
        needs_endpoint: boolean;
        /** @description It has a host. */
        needs_host: boolean;
        /** @description It has a region. */
        needs_region: boolean;
        /** @description It accepts queries. */
        supports_query: boolean;
      };
      /** @description What it needs from the machine. */
      permissions: string[];
      /** @description Who brings it. */
      provider: string;
      /** @description Why it cannot, and the command that helps; else null. */
      unavailable_reason: string | null;
    };
    /**
     * @description The config of crossJoin.
     * @example {}
     */
    CrossJoinConfig: {
      /**
       * @description Maximum rows. The node fails before it computes more rows than this.
       * @default 10000000
       */
      max_rows?: number | components['schemas']['ParameterReference'];
      /**
       * @description Suffixes. Appended to the names of columns that both inputs have, except keys: first the left, then the right suffix. Default: _x, _y.
       * @default [
       *       "_x",
       *       "_y"
       *     ]
       */
      suffixes?: string[];
    };
    /**
     * @description Cross Join: Combines each row of the left input with each row of the right input: for each left row in order, all right rows in order.
     * @example {
     *       "id": "one",
     *       "type": "crossJoin",
     *       "data": {
     *         "config": {}
     *       }
     *     }
     */
    CrossJoinNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['CrossJoinConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'crossJoin';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of csvInput.
     * @example {
     *       "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *       "format": "csv"
     *     }
     */
    CsvInputConfig: {
      /**
       * @description Dataset. The id of an uploaded dataset.
       * @default
       */
      dataset_id?: string;
      /**
       * @description Version. The number of the version. Empty: each run reads the latest version.
       * @default null
       */
      dataset_version?: null | number | '' | string | components['schemas']['ParameterReference'];
    };
    /**
     * @description CSV Input: Reads an uploaded CSV or TSV dataset: the given version, or the latest.
     * @example {
     *       "id": "one",
     *       "type": "csvInput",
     *       "data": {
     *         "config": {
     *           "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *           "format": "csv"
     *         }
     *       }
     *     }
     */
    CsvInputNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['CsvInputConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'csvInput';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of csvOutput.
     * @example {
     *       "format": "csv"
     *     }
     */
    CsvOutputConfig: {
      /** @description Dataset name. The name of the dataset to register. Empty: the file is kept with the run only. */
      dataset_name?: string | null;
      /**
       * @description Path. The name of the file that an exported script writes, such as result.csv. Empty: that of the dataset, else output. The service names its files itself.
       * @default
       */
      path?: string;
    };
    /**
     * @description CSV Output: Writes the rows to a CSV file that can be downloaded, and registers it as a dataset if a name is given. In CSV an empty text is "" and null is nothing; an upload reads both as null. A registered dataset keeps the difference.
     * @example {
     *       "id": "one",
     *       "type": "csvOutput",
     *       "data": {
     *         "config": {
     *           "format": "csv"
     *         }
     *       }
     *     }
     */
    CsvOutputNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['CsvOutputConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'csvOutput';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description A dataset; with fields=summary without sample, columns, profile and options.
     * @example {
     *       "id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *       "name": "orders.csv",
     *       "source_type": "csv",
     *       "dataset_kind": "input",
     *       "is_disabled": false,
     *       "deleted_at": null,
     *       "project_id": "7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11",
     *       "latest_version": 1,
     *       "version_count": 1,
     *       "data_sample": [
     *         {
     *           "id": 1
     *         },
     *         {
     *           "id": 2
     *         }
     *       ],
     *       "column_schema": [
     *         {
     *           "name": "id",
     *           "type": "integer"
     *         }
     *       ],
     *       "column_profile": [
     *         {
     *           "name": "id",
     *           "dtype": "integer",
     *           "null_count": 0,
     *           "null_pct": 0,
     *           "distinct": 2,
     *           "scanned": 2,
     *           "total": 2,
     *           "min": 1,
     *           "max": 2,
     *           "mean": 1.5,
     *           "std": 0.7071
     *         }
     *       ],
     *       "parse_options": {
     *         "encoding": "utf-8",
     *         "delimiter": ";",
     *         "decimal": ","
     *       },
     *       "created_at": "2026-11-21T09:34:09.175000Z",
     *       "updated_at": "2026-11-21T09:34:09.175000Z"
     *     }
     */
    DatasetListItem: {
      /** @description Facts about each column. */
      column_profile?: components['schemas']['ColumnProfile'][] | null;
      /** @description The columns, in order. */
      column_schema?: components['schemas']['ColumnSchema'][] | null;
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      created_at: string;
      /** @description The first 100 rows of the newest version. An infinity is null, since JSON has none. */
      data_sample?:
        | {
            [key: string]: unknown;
          }[]
        | null;
      /**
       * @description `input`: uploaded; `output`: created by a run.
       * @enum {string}
       */
      dataset_kind: 'input' | 'output';
      /**
       * @description Null unless deleted.
       * @example 2026-11-21T09:34:09.175000Z
       */
      deleted_at: string | null;
      /** @description UUID. */
      id: string;
      /** @description Flows cannot read it. */
      is_disabled: boolean;
      /** @description Number of the newest version. */
      latest_version: number;
      /** @description Unique in its project, whatever its case. */
      name: string;
      /** @description How the file was read; null when everything was the default. */
      parse_options?: components['schemas']['ParseOptions'] | null;
      /** @description The project it is in. */
      project_id: string;
      /**
       * @description The kind of file.
       * @enum {string}
       */
      source_type: 'csv' | 'tsv' | 'excel' | 'parquet' | 'json' | 'jsonl' | 'text';
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      updated_at: string;
      /** @description How many versions there are. */
      version_count: number;
    };
    /**
     * @description A versioned file; content fields are of its newest version.
     * @example {
     *       "id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *       "name": "orders.csv",
     *       "source_type": "csv",
     *       "dataset_kind": "input",
     *       "is_disabled": false,
     *       "deleted_at": null,
     *       "project_id": "7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11",
     *       "latest_version": 1,
     *       "version_count": 1,
     *       "data_sample": [
     *         {
     *           "id": 1
     *         },
     *         {
     *           "id": 2
     *         }
     *       ],
     *       "column_schema": [
     *         {
     *           "name": "id",
     *           "type": "integer"
     *         }
     *       ],
     *       "column_profile": [
     *         {
     *           "name": "id",
     *           "dtype": "integer",
     *           "null_count": 0,
     *           "null_pct": 0,
     *           "distinct": 2,
     *           "scanned": 2,
     *           "total": 2,
     *           "min": 1,
     *           "max": 2,
     *           "mean": 1.5,
     *           "std": 0.7071
     *         }
     *       ],
     *       "parse_options": {
     *         "encoding": "utf-8",
     *         "delimiter": ";",
     *         "decimal": ","
     *       },
     *       "created_at": "2026-11-21T09:34:09.175000Z",
     *       "updated_at": "2026-11-21T09:34:09.175000Z"
     *     }
     */
    DatasetRead: {
      /** @description Facts about each column. */
      column_profile: components['schemas']['ColumnProfile'][] | null;
      /** @description The columns, in order. */
      column_schema: components['schemas']['ColumnSchema'][] | null;
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      created_at: string;
      /** @description The first 100 rows of the newest version. An infinity is null, since JSON has none. */
      data_sample:
        | {
            [key: string]: unknown;
          }[]
        | null;
      /**
       * @description `input`: uploaded; `output`: created by a run.
       * @enum {string}
       */
      dataset_kind: 'input' | 'output';
      /**
       * @description Null unless deleted.
       * @example 2026-11-21T09:34:09.175000Z
       */
      deleted_at: string | null;
      /** @description UUID. */
      id: string;
      /** @description Flows cannot read it. */
      is_disabled: boolean;
      /** @description Number of the newest version. */
      latest_version: number;
      /** @description Unique in its project, whatever its case. */
      name: string;
      /** @description How the file was read; null when everything was the default. */
      parse_options: components['schemas']['ParseOptions'] | null;
      /** @description The project it is in. */
      project_id: string;
      /**
       * @description The kind of file.
       * @enum {string}
       */
      source_type: 'csv' | 'tsv' | 'excel' | 'parquet' | 'json' | 'jsonl' | 'text';
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      updated_at: string;
      /** @description How many versions there are. */
      version_count: number;
    };
    /**
     * @description What to change; other fields are ignored.
     * @example {
     *       "is_disabled": true
     *     }
     */
    DatasetUpdate: {
      /** @description True also disables the flows that use it; false brings both back. */
      is_disabled?: boolean;
    };
    /**
     * @description One version of a dataset.
     * @example {
     *       "id": "b0a4c7de-5f41-4c7e-8a70-2f3f6b8b9c55",
     *       "version_number": 1,
     *       "row_count": 2,
     *       "column_schema": [
     *         {
     *           "name": "id",
     *           "type": "integer"
     *         }
     *       ],
     *       "column_profile": [
     *         {
     *           "name": "id",
     *           "dtype": "integer",
     *           "null_count": 0,
     *           "null_pct": 0,
     *           "distinct": 2,
     *           "scanned": 2,
     *           "total": 2,
     *           "min": 1,
     *           "max": 2,
     *           "mean": 1.5,
     *           "std": 0.7071
     *         }
     *       ],
     *       "parse_options": {
     *         "encoding": "utf-8",
     *         "delimiter": ";",
     *         "decimal": ","
     *       },
     *       "source_run_id": null,
     *       "created_at": "2026-11-21T09:34:09.175000Z"
     *     }
     */
    DatasetVersionRead: {
      /** @description Facts about each column. */
      column_profile: components['schemas']['ColumnProfile'][] | null;
      /** @description The columns, in order. */
      column_schema: components['schemas']['ColumnSchema'][] | null;
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      created_at: string;
      /** @description UUID. */
      id: string;
      /** @description How the file was read; null when everything was the default. */
      parse_options: components['schemas']['ParseOptions'] | null;
      /** @description Rows of the whole file. */
      row_count: number;
      /** @description The run that made it, if one did; retention may have removed that since. */
      source_run_id: string | null;
      /** @description From 1 up. */
      version_number: number;
    };
    /**
     * @description The config of dateAdd.
     * @example {
     *       "column": "fällig am",
     *       "new_column": "next",
     *       "amount": 1,
     *       "unit": "months"
     *     }
     */
    DateAddConfig: {
      /**
       * @description Amount. A negative amount subtracts.
       * @default null
       */
      amount?: number | components['schemas']['ParameterReference'];
      /**
       * @description Date.
       * @default
       */
      column?: string;
      /**
       * @description New column. The last column of the result. An existing column with this name is replaced in place.
       * @default
       */
      new_column?: string;
      /**
       * @description Unit.
       * @default days
       */
      unit?:
        | ('seconds' | 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'quarters' | 'years')
        | components['schemas']['ParameterReference'];
    };
    /**
     * @description Add to Date: Adds a time to a date. A day that the target month lacks becomes its last day. Text is read as ISO 8601 in the forms that "Dates in text" in the reference of node types lists; other text gives null, as does a result outside the years 1 to 9999.
     * @example {
     *       "id": "one",
     *       "type": "dateAdd",
     *       "data": {
     *         "config": {
     *           "column": "fällig am",
     *           "new_column": "next",
     *           "amount": 1,
     *           "unit": "months"
     *         }
     *       }
     *     }
     */
    DateAddNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['DateAddConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'dateAdd';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of dateDifference.
     * @example {
     *       "start_column": "von",
     *       "end_column": "bis",
     *       "new_column": "tage"
     *     }
     */
    DateDifferenceConfig: {
      /**
       * @description End. A date before the start gives a negative time.
       * @default
       */
      end_column?: string;
      /**
       * @description New column. The last column of the result. An existing column with this name is replaced in place.
       * @default
       */
      new_column?: string;
      /**
       * @description Start.
       * @default
       */
      start_column?: string;
      /**
       * @description Unit.
       * @default days
       */
      unit?:
        | ('seconds' | 'minutes' | 'hours' | 'days' | 'weeks')
        | components['schemas']['ParameterReference'];
    };
    /**
     * @description Date Difference: Adds the time from one date to another as a float. Text is read as ISO 8601 in the forms that "Dates in text" in the reference of node types lists; other text gives null.
     * @example {
     *       "id": "one",
     *       "type": "dateDifference",
     *       "data": {
     *         "config": {
     *           "start_column": "von",
     *           "end_column": "bis",
     *           "new_column": "tage"
     *         }
     *       }
     *     }
     */
    DateDifferenceNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['DateDifferenceConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'dateDifference';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of describe.
     * @example {}
     */
    DescribeConfig: {
      /**
       * @description Columns. The columns to describe, in the order of the rows. Empty: all.
       * @default []
       */
      columns?: string[] | string | null;
    };
    /**
     * @description Describe: Makes a profile of the table: one row for each column with its name and type, the numbers of values, nulls and distinct values, and the least and the greatest value as text, such as 10, 2.5, true and 2024-02-29 00:00:00. Text is compared by code point. Mean, standard deviation (n - 1), quartiles and median are floats; columns other than integers and floats have none. Quantiles are interpolated linearly. Nulls count as no value.
     * @example {
     *       "id": "one",
     *       "type": "describe",
     *       "data": {
     *         "config": {}
     *       }
     *     }
     */
    DescribeNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['DescribeConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'describe';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of dropColumns.
     * @example {
     *       "columns": [
     *         "note"
     *       ]
     *     }
     */
    DropColumnsConfig: {
      /**
       * @description Columns. The columns to drop.
       * @default []
       */
      columns?: string[] | string;
    };
    /**
     * @description Drop Columns: Drops the named columns and keeps all others in order.
     * @example {
     *       "id": "one",
     *       "type": "dropColumns",
     *       "data": {
     *         "config": {
     *           "columns": [
     *             "note"
     *           ]
     *         }
     *       }
     *     }
     */
    DropColumnsNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['DropColumnsConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'dropColumns';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of dropNulls.
     * @example {}
     */
    DropNullsConfig: {
      /**
       * @description Drop when. any: at least one of the columns is null. all: every column is null.
       * @default any
       */
      how?: ('any' | 'all') | components['schemas']['ParameterReference'];
      /**
       * @description Columns. The columns to check. Empty: all.
       * @default []
       */
      subset?: string[] | string | null;
    };
    /**
     * @description Drop Nulls: Drops the rows in which any or all of the columns are null. Empty text is not null.
     * @example {
     *       "id": "one",
     *       "type": "dropNulls",
     *       "data": {
     *         "config": {}
     *       }
     *     }
     */
    DropNullsNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['DropNullsConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'dropNulls';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description From an output handle of a node to an input handle of another.
     * @example {
     *       "source": "in",
     *       "target": "top"
     *     }
     */
    Edge: {
      /** @description The id of the node that it comes from. */
      source: string;
      /** @description Null: the only output of the source. */
      sourceHandle?: string | null;
      /** @description The id of the node that it goes to. */
      target: string;
      /** @description Null: `in`. A join has `left` and `right`. */
      targetHandle?: string | null;
    } & {
      [key: string]: unknown;
    };
    /**
     * @description Why the request was refused, in a sentence for people.
     * @example {
     *       "detail": "Project '7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11' not found"
     *     }
     */
    Error: {
      /** @description The reason. */
      detail: string;
    };
    /**
     * @description The config of excelInput.
     * @example {
     *       "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *       "format": "csv"
     *     }
     */
    ExcelInputConfig: {
      /**
       * @description Dataset. The id of an uploaded dataset.
       * @default
       */
      dataset_id?: string;
      /**
       * @description Version. The number of the version. Empty: each run reads the latest version.
       * @default null
       */
      dataset_version?: null | number | '' | string | components['schemas']['ParameterReference'];
    };
    /**
     * @description Excel Input: Reads an uploaded Excel dataset: the given version, or the latest.
     * @example {
     *       "id": "one",
     *       "type": "excelInput",
     *       "data": {
     *         "config": {
     *           "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *           "format": "csv"
     *         }
     *       }
     *     }
     */
    ExcelInputNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ExcelInputConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'excelInput';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of excelOutput.
     * @example {
     *       "format": "csv"
     *     }
     */
    ExcelOutputConfig: {
      /** @description Dataset name. The name of the dataset to register. Empty: the file is kept with the run only. */
      dataset_name?: string | null;
      /**
       * @description Path. The name of the file that an exported script writes, such as result.csv. Empty: that of the dataset, else output. The service names its files itself.
       * @default
       */
      path?: string;
    };
    /**
     * @description Excel Output: Writes the rows to an Excel file that can be downloaded, and registers it as a dataset if a name is given.
     * @example {
     *       "id": "one",
     *       "type": "excelOutput",
     *       "data": {
     *         "config": {
     *           "format": "csv"
     *         }
     *       }
     *     }
     */
    ExcelOutputNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ExcelOutputConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'excelOutput';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of explodeRows.
     * @example {
     *       "column": "tags",
     *       "delimiter": ","
     *     }
     */
    ExplodeRowsConfig: {
      /**
       * @description Column. Numbers, booleans and dates become text first.
       * @default
       */
      column?: string;
      /**
       * @description Delimiter. A literal text, not a pattern. Empty or without the key: each text is a JSON array.
       * @default ,
       */
      delimiter?: string | null;
    };
    /**
     * @description Split to Rows: Splits the texts of a column: one row for each part, in which the other columns repeat. A text that is a JSON array, such as ["a", "b"], gives a row for each element, whatever the delimiter; any other text is split at the delimiter, and without one it is an error. Elements become texts: numbers, booleans, objects and lists as they are written. Null and an array without elements stay one row with null, an empty text one row with an empty text. Nothing is trimmed.
     * @example {
     *       "id": "one",
     *       "type": "explodeRows",
     *       "data": {
     *         "config": {
     *           "column": "tags",
     *           "delimiter": ","
     *         }
     *       }
     *     }
     */
    ExplodeRowsNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ExplodeRowsConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'explodeRows';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description A way to export a flow as code.
     * @example {
     *       "id": "python",
     *       "label": "Python (pandas)",
     *       "format": "python",
     *       "file_extension": ".py",
     *       "capabilities": [
     *         "exporter.python"
     *       ],
     *       "provider": "service.core"
     *     }
     */
    ExporterSpec: {
      /** @description Named abilities. */
      capabilities: string[];
      /** @description With the dot. */
      file_extension: string;
      /** @description python or notebook. */
      format: string;
      /** @description The name of the exporter. Each field of an export as Python names its own in the description. */
      id: string;
      /** @description A short name for people. */
      label: string;
      /** @description Who brings it. */
      provider: string;
    };
    /**
     * @description The config of extractDateParts.
     * @example {
     *       "column": "verkauft am",
     *       "parts": [
     *         "year",
     *         "month",
     *         "day",
     *         "weekday",
     *         "hour"
     *       ]
     *     }
     */
    ExtractDatePartsConfig: {
      /**
       * @description Column.
       * @default
       */
      column?: string;
      /**
       * @description Parts. One new integer column each, named COLUMN_PART: year, month, day, weekday (Monday is 0) and hour.
       * @default []
       */
      parts?: (
        | ('year' | 'month' | 'day' | 'weekday' | 'hour')
        | components['schemas']['ParameterReference']
      )[];
    };
    /**
     * @description Extract Date Parts: Adds parts of a date as integer columns. Text is read as ISO 8601 in the forms that "Dates in text" in the reference of node types lists; the parts of other text are null.
     * @example {
     *       "id": "one",
     *       "type": "extractDateParts",
     *       "data": {
     *         "config": {
     *           "column": "verkauft am",
     *           "parts": [
     *             "year",
     *             "month",
     *             "day",
     *             "weekday",
     *             "hour"
     *           ]
     *         }
     *       }
     *     }
     */
    ExtractDatePartsNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ExtractDatePartsConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'extractDateParts';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description How a delimited file is written, as far as its beginning shows.
     * @example {
     *       "delimiter": ";",
     *       "encoding": "utf-8",
     *       "decimal": ","
     *     }
     */
    FileDialect: {
      /**
       * @description The decimal mark. Null: a point, or no fractions.
       * @enum {string|null}
       */
      decimal: '.' | ',' | null;
      /**
       * @description Null: one column, or a TSV file.
       * @enum {string|null}
       */
      delimiter: ',' | ';' | '\t' | '|' | null;
      /**
       * @description Null: empty, or no text.
       * @enum {string|null}
       */
      encoding:
        | 'utf-8'
        | 'utf-8-sig'
        | 'latin-1'
        | 'cp1252'
        | 'utf-16'
        | 'utf-16-le'
        | 'utf-16-be'
        | 'cp1250'
        | 'cp1251'
        | 'cp1253'
        | 'cp1254'
        | 'cp1257'
        | 'iso-8859-2'
        | 'iso-8859-15'
        | 'koi8-r'
        | 'mac-roman'
        | 'cp850'
        | 'cp866'
        | 'shift_jis'
        | 'euc-jp'
        | 'gb18030'
        | 'big5'
        | 'euc-kr'
        | null;
    };
    /**
     * @description The config of fileInput.
     * @example {
     *       "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *       "format": "csv"
     *     }
     */
    FileInputConfig: {
      /**
       * @description Dataset. The id of an uploaded dataset.
       * @default
       */
      dataset_id?: string;
      /**
       * @description Version. The number of the version. Empty: each run reads the latest version.
       * @default null
       */
      dataset_version?: null | number | '' | string | components['schemas']['ParameterReference'];
      /**
       * @description Format. The source_type of the dataset, which is also the default; a run with another format fails.
       * @default csv
       */
      format?:
        | ('csv' | 'tsv' | 'excel' | 'parquet' | 'json' | 'jsonl' | 'text')
        | null
        | components['schemas']['ParameterReference'];
    };
    /**
     * @description File Input: Reads an uploaded dataset: the given version, or the latest.
     * @example {
     *       "id": "one",
     *       "type": "fileInput",
     *       "data": {
     *         "config": {
     *           "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *           "format": "csv"
     *         }
     *       }
     *     }
     */
    FileInputNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['FileInputConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'fileInput';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of fileOutput.
     * @example {
     *       "format": "csv"
     *     }
     */
    FileOutputConfig: {
      /**
       * @description Dataset name. The name of the dataset to register. Empty: the file is kept with the run only.
       * @default
       */
      dataset_name?: string | null;
      /**
       * @description Format. The format of the file. In CSV an empty text is "" and null is nothing; an upload reads both as null. A registered dataset keeps the difference.
       * @default csv
       */
      format?:
        | ('csv' | 'tsv' | 'excel' | 'parquet' | 'json' | 'jsonl' | 'text')
        | null
        | components['schemas']['ParameterReference'];
      /**
       * @description Path. The name of the file that an exported script writes, such as result.csv. Empty: that of the dataset, else output. The service names its files itself.
       * @default
       */
      path?: string;
    };
    /**
     * @description File Output: Writes the rows to a file that can be downloaded, and registers it as a dataset if a name is given.
     * @example {
     *       "id": "one",
     *       "type": "fileOutput",
     *       "data": {
     *         "config": {
     *           "format": "csv"
     *         }
     *       }
     *     }
     */
    FileOutputNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['FileOutputConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'fileOutput';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of fillNulls.
     * @example {
     *       "value": "none"
     *     }
     */
    FillNullsConfig: {
      /**
       * @description Columns. Empty: all.
       * @default []
       */
      columns?: string[] | string | null;
      /**
       * @description Fill with. mean and median convert integer columns to float; zero fills only numbers.
       * @default constant
       */
      strategy?:
        | ('constant' | 'mean' | 'median' | 'mode' | 'min' | 'max' | 'zero' | 'ffill' | 'bfill')
        | components['schemas']['ParameterReference'];
      /**
       * @description Constant. Required for constant. It is converted to the type of each column; null fills nothing.
       * @default
       */
      value?: string | number | boolean | null;
    };
    /**
     * @description Fill Nulls: Replaces nulls by a constant, an aggregate of the column, or a neighbouring value. Columns of an incompatible type are not changed.
     * @example {
     *       "id": "one",
     *       "type": "fillNulls",
     *       "data": {
     *         "config": {
     *           "value": "none"
     *         }
     *       }
     *     }
     */
    FillNullsNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['FillNullsConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'fillNulls';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of filterExpression.
     * @example {
     *       "expression": "amount > 10"
     *     }
     */
    FilterExpressionConfig: {
      /**
       * @description Condition. Columns by name, in backticks if the name has special characters; {{ name }} is a parameter.
       * @default
       */
      expression?: string;
    };
    /**
     * @description Filter by Expression: Keeps the rows for which a condition is true. Rows where it is false or null are dropped.
     * @example {
     *       "id": "one",
     *       "type": "filterExpression",
     *       "data": {
     *         "config": {
     *           "expression": "amount > 10"
     *         }
     *       }
     *     }
     */
    FilterExpressionNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['FilterExpressionConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'filterExpression';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of filterRows.
     * @example {
     *       "column": "id",
     *       "operator": ">=",
     *       "value": "20"
     *     }
     */
    FilterRowsConfig: {
      /**
       * @description Column. The column to test.
       * @default
       */
      column?: string;
      /**
       * @description Test. contains, startswith and endswith match the value literally. Aliases: eq (==), ne (!=), gt (>), gte (>=), lt (<), lte (<=).
       * @default ==
       */
      operator?:
        | (
            | '=='
            | '!='
            | '>'
            | '>='
            | '<'
            | '<='
            | 'isnull'
            | 'notnull'
            | 'between'
            | 'in'
            | 'contains'
            | 'startswith'
            | 'endswith'
            | 'eq'
            | 'ne'
            | 'gt'
            | 'gte'
            | 'lt'
            | 'lte'
          )
        | components['schemas']['ParameterReference'];
      /**
       * @description Value. Converted to the type of the column. A number is compared with the numbers that the cells of a text column stand for, and a text that is no number matches "!=" only. For "in", a list or comma-separated values; null in a list matches nothing.
       * @default
       */
      value?: (string | number | boolean) | (string | number | boolean | null)[] | null;
      /** @description Upper bound. Only for "between"; both bounds are inclusive. */
      value2?: string | number | boolean | null;
    };
    /**
     * @description Filter Rows: Keeps the rows for which a test of one column is true. Null passes only isnull.
     * @example {
     *       "id": "one",
     *       "type": "filterRows",
     *       "data": {
     *         "config": {
     *           "column": "id",
     *           "operator": ">=",
     *           "value": "20"
     *         }
     *       }
     *     }
     */
    FilterRowsNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['FilterRowsConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'filterRows';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description A new flow.
     * @example {
     *       "name": "Wet days",
     *       "graph_json": {
     *         "nodes": [
     *           {
     *             "id": "in",
     *             "type": "fileInput",
     *             "data": {
     *               "label": "Weather",
     *               "config": {
     *                 "format": "csv"
     *               }
     *             }
     *           },
     *           {
     *             "id": "wet",
     *             "type": "filterRows",
     *             "data": {
     *               "config": {
     *                 "column": "precipitation",
     *                 "operator": ">",
     *                 "value": "{{ min_rain }}"
     *               }
     *             }
     *           },
     *           {
     *             "id": "kinds",
     *             "type": "groupByAggregate",
     *             "data": {
     *               "config": {
     *                 "group_by": [
     *                   "weather"
     *                 ],
     *                 "aggregations": {
     *                   "precipitation": "sum"
     *                 }
     *               }
     *             }
     *           },
     *           {
     *             "id": "out",
     *             "type": "fileOutput",
     *             "data": {
     *               "config": {
     *                 "format": "csv"
     *               }
     *             }
     *           }
     *         ],
     *         "edges": [
     *           {
     *             "source": "in",
     *             "target": "wet"
     *           },
     *           {
     *             "source": "wet",
     *             "target": "kinds"
     *           },
     *           {
     *             "source": "kinds",
     *             "target": "out"
     *           }
     *         ],
     *         "parameters": [
     *           {
     *             "name": "min_rain",
     *             "type": "number",
     *             "default": 0
     *           }
     *         ]
     *       }
     *     }
     */
    FlowCreate: {
      /** @description Free text. */
      description?: string | null;
      /**
       * @description Nodes, the edges between their handles, declared parameters, engine. Other keys are kept.
       * @default {}
       */
      graph_json?: components['schemas']['Graph'];
      /** @description Leading and trailing blanks are removed. */
      name: string;
      /** @description The project it is in; null: the default project. */
      project_id?: string | null;
    };
    /**
     * @description A flow to be imported elsewhere.
     * @example {
     *       "format": "service.flow/v1",
     *       "name": "Clean orders",
     *       "description": null,
     *       "graph_json": {
     *         "nodes": [
     *           {
     *             "id": "in",
     *             "type": "fileInput",
     *             "data": {
     *               "config": {
     *                 "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *                 "format": "csv"
     *               }
     *             }
     *           },
     *           {
     *             "id": "out",
     *             "type": "fileOutput",
     *             "data": {
     *               "config": {
     *                 "format": "csv"
     *               }
     *             }
     *           }
     *         ],
     *         "edges": [
     *           {
     *             "source": "in",
     *             "target": "out"
     *           }
     *         ]
     *       }
     *     }
     */
    FlowDocument: {
      /** @description Free text. */
      description: string | null;
      /**
       * @description The form of this document.
       * @constant
       */
      format: 'service.flow/v1';
      /** @description The graph as saved. */
      graph_json: components['schemas']['Graph'];
      /** @description The flow's name. */
      name: string;
      /** @description How the file of each input node was read, by node id; absent when all were read by the defaults. `millrace run` reads the given files likewise, so give the uploaded file, not a download of the dataset, which has the defaults. */
      parse_options?: {
        [key: string]: components['schemas']['ParseOptions'];
      };
    };
    /**
     * @description A flow document: exported, or versioned.
     * @example {
     *       "format": "service.flow/v1",
     *       "name": "Clean orders",
     *       "description": null,
     *       "graph_json": {
     *         "nodes": [
     *           {
     *             "id": "in",
     *             "type": "fileInput",
     *             "data": {
     *               "config": {
     *                 "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *                 "format": "csv"
     *               }
     *             }
     *           },
     *           {
     *             "id": "out",
     *             "type": "fileOutput",
     *             "data": {
     *               "config": {
     *                 "format": "csv"
     *               }
     *             }
     *           }
     *         ],
     *         "edges": [
     *           {
     *             "source": "in",
     *             "target": "out"
     *           }
     *         ]
     *       }
     *     }
     */
    FlowImport: {
      /** @description Free text. */
      description?: string | null;
      /** @description Any text; ignored. */
      format?: string | null;
      /** @description Nodes, the edges between their handles, declared parameters, engine. */
      graph?: components['schemas']['AnyGraph'] | null;
      /** @description Nodes, the edges between their handles, declared parameters, engine. */
      graph_json?: components['schemas']['AnyGraph'] | null;
      /** @description Of a versioned document, for its author. The service does not read it. */
      metadata?: unknown;
      /** @description Cut to 255 characters. */
      name?: string | null;
      /** @description How the files of the input nodes were read; for `millrace run`. The service does not read it. */
      parse_options?: unknown;
      /** @description Id, name and description of the flow of a versioned document. The service does not read it. */
      project?: unknown;
      /** @description The project it is in; null: the default project. */
      project_id?: string | null;
      /** @description Plugins and capabilities that a versioned document needs. The service does not read it. */
      requirements?: unknown;
      /** @description Of a versioned document; absent means 1.0.0. */
      schemaVersion?: unknown;
      /** @description The version of the server that wrote a versioned document. The service does not read it. */
      serviceVersion?: unknown;
    };
    /**
     * @description A saved pipeline; with fields=summary without its graph.
     * @example {
     *       "id": "dc60953c-3bf9-4e5d-b1c9-43c62e43b51f",
     *       "name": "Clean orders",
     *       "description": null,
     *       "project_id": "7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11",
     *       "graph_json": {
     *         "nodes": [
     *           {
     *             "id": "in",
     *             "type": "fileInput",
     *             "data": {
     *               "config": {
     *                 "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *                 "format": "csv"
     *               }
     *             }
     *           },
     *           {
     *             "id": "out",
     *             "type": "fileOutput",
     *             "data": {
     *               "config": {
     *                 "format": "csv"
     *               }
     *             }
     *           }
     *         ],
     *         "edges": [
     *           {
     *             "source": "in",
     *             "target": "out"
     *           }
     *         ]
     *       },
     *       "is_disabled": false,
     *       "created_at": "2026-11-21T09:34:09.175000Z",
     *       "updated_at": "2026-11-21T09:34:09.175000Z",
     *       "last_run_at": null
     *     }
     */
    FlowListItem: {
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      created_at: string;
      /** @description Free text. */
      description: string | null;
      /** @description Nodes, the edges between their handles, declared parameters, engine. Other keys are kept. */
      graph_json?: components['schemas']['Graph'];
      /** @description UUID. */
      id: string;
      /** @description It does not run. */
      is_disabled: boolean;
      /**
       * @description When its last run started.
       * @example 2026-11-21T09:34:09.175000Z
       */
      last_run_at: string | null;
      /** @description Need not be unique. */
      name: string;
      /** @description The project it is in. */
      project_id: string;
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      updated_at: string;
    };
    /**
     * @description A document to bring up to date.
     * @example {
     *       "document": {
     *         "format": "service.flow/v1",
     *         "name": "Clean orders",
     *         "description": null,
     *         "graph_json": {
     *           "nodes": [
     *             {
     *               "id": "in",
     *               "type": "fileInput",
     *               "data": {
     *                 "config": {
     *                   "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *                   "format": "csv"
     *                 }
     *               }
     *             },
     *             {
     *               "id": "out",
     *               "type": "fileOutput",
     *               "data": {
     *                 "config": {
     *                   "format": "csv"
     *                 }
     *               }
     *             }
     *           ],
     *           "edges": [
     *             {
     *               "source": "in",
     *               "target": "out"
     *             }
     *           ]
     *         }
     *       }
     *     }
     */
    FlowMigrateDocumentRequest: {
      /** @description A flow document of any known form. */
      document: {
        [key: string]: unknown;
      };
    };
    /**
     * @description The document in its newest version.
     * @example {
     *       "document": {
     *         "schemaVersion": "1.0.0",
     *         "serviceVersion": "0.1.0",
     *         "project": {
     *           "id": "p",
     *           "name": "Clean orders",
     *           "description": null
     *         },
     *         "graph": {
     *           "nodes": [
     *             {
     *               "id": "in",
     *               "type": "fileInput",
     *               "data": {
     *                 "config": {
     *                   "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *                   "format": "csv"
     *                 }
     *               }
     *             },
     *             {
     *               "id": "out",
     *               "type": "fileOutput",
     *               "data": {
     *                 "config": {
     *                   "format": "csv"
     *                 }
     *               }
     *             }
     *           ],
     *           "edges": [
     *             {
     *               "source": "in",
     *               "target": "out"
     *             }
     *           ]
     *         },
     *         "metadata": {},
     *         "requirements": {
     *           "plugins": [],
     *           "capabilities": []
     *         }
     *       },
     *       "migrated": false,
     *       "from_version": "1.0.0",
     *       "to_version": "1.0.0"
     *     }
     */
    FlowMigrateDocumentResponse: {
      /** @description The versioned document. */
      document: {
        [key: string]: unknown;
      };
      /** @description The version it had. */
      from_version: string;
      /** @description Whether it was of an older version. */
      migrated: boolean;
      /** @description The version it has now. */
      to_version: string;
    };
    /**
     * @description What to show of a flow; everything is optional.
     * @example {
     *       "limit": 20
     *     }
     * @example {
     *       "node_id": "range",
     *       "limit": 3
     *     }
     */
    FlowPreviewRequest: {
      /** @description Absent: the engine that a run would use. */
      engine?: string | null;
      /**
       * @description Maximum number of rows in the response.
       * @default 50
       */
      limit?: number;
      /** @description The node to show. Absent: the last in topological order. */
      node_id?: string | null;
      /** @description Values for the flow's declared parameters, by name. */
      parameters?: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Whether columns are profiled too.
       * @default false
       */
      profile?: boolean;
    };
    /**
     * @description Something about a flow that its author should know.
     * @example {
     *       "node_id": "wet",
     *       "field": "column",
     *       "parameter": null,
     *       "severity": "error",
     *       "message": "There is no column \"prcip\". Did you mean \"precip\"?"
     *     }
     */
    FlowProblem: {
      /**
       * @description What programs recognize a warning by, such as split_without_group; most problems have none.
       * @enum {string}
       */
      code?:
        | 'empty_range'
        | 'former_key'
        | 'ignored_key'
        | 'ignored_value'
        | 'repeated_column'
        | 'split_without_group'
        | 'trimmed_name';
      /** @description The key of the node's config. */
      field: string | null;
      /** @description A sentence for people. */
      message: string;
      /** @description Null: it is about the whole flow. */
      node_id: string | null;
      /** @description The parameter that it is about. */
      parameter: string | null;
      /**
       * @description With an error the flow cannot run.
       * @enum {string}
       */
      severity: 'error' | 'warning';
    };
    /**
     * @description A saved pipeline.
     * @example {
     *       "id": "dc60953c-3bf9-4e5d-b1c9-43c62e43b51f",
     *       "name": "Clean orders",
     *       "description": null,
     *       "project_id": "7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11",
     *       "graph_json": {
     *         "nodes": [
     *           {
     *             "id": "in",
     *             "type": "fileInput",
     *             "data": {
     *               "config": {
     *                 "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *                 "format": "csv"
     *               }
     *             }
     *           },
     *           {
     *             "id": "out",
     *             "type": "fileOutput",
     *             "data": {
     *               "config": {
     *                 "format": "csv"
     *               }
     *             }
     *           }
     *         ],
     *         "edges": [
     *           {
     *             "source": "in",
     *             "target": "out"
     *           }
     *         ]
     *       },
     *       "is_disabled": false,
     *       "created_at": "2026-11-21T09:34:09.175000Z",
     *       "updated_at": "2026-11-21T09:34:09.175000Z",
     *       "last_run_at": null
     *     }
     */
    FlowRead: {
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      created_at: string;
      /** @description Free text. */
      description: string | null;
      /** @description Nodes, the edges between their handles, declared parameters, engine. Other keys are kept. */
      graph_json: components['schemas']['Graph'];
      /** @description UUID. */
      id: string;
      /** @description It does not run. */
      is_disabled: boolean;
      /**
       * @description When its last run started.
       * @example 2026-11-21T09:34:09.175000Z
       */
      last_run_at: string | null;
      /** @description Need not be unique. */
      name: string;
      /** @description The project it is in. */
      project_id: string;
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      updated_at: string;
    };
    /**
     * @description How to run a flow; everything is optional.
     * @example {
     *       "engine": "polars"
     *     }
     * @example {
     *       "parameters": {
     *         "min_rain": 5
     *       }
     *     }
     */
    FlowRunCreate: {
      /** @description Whether nodes that are unchanged since an earlier run with the cache are read from its stored results. Absent: `cache` of the flow. */
      cache?: boolean | null;
      /**
       * @description Absent: the engine of the flow, else the setting DEFAULT_ENGINE.
       * @enum {string|null}
       */
      engine?: 'pandas' | 'polars' | null;
      /** @description The dataset that the run reads, in its latest version, and is listed under. Of a flow with several inputs: which of the datasets that it reads the run is listed under. */
      input_dataset_id?: string | null;
      /** @description Values for the flow's declared parameters, by name. */
      parameters?: {
        [key: string]: unknown;
      } | null;
      /** @description Whether databases compute the nodes above an input that they can compute exactly. Absent: `pushdown` of the flow. */
      pushdown?: boolean | null;
      /** @description The compute resources of the run in a cluster; ignored elsewhere. Absent: `resources` of the flow, else the values of the installation. */
      resources?: {
        /** @description CPUs, e.g. `500m` or `2`. */
        cpu?: string | null;
        /** @description Bytes, e.g. `512Mi` or `4Gi`. */
        memory?: string | null;
      } | null;
      /** @description Limit of the run; 0 means none. Absent: the setting RUN_TIMEOUT_SECONDS. */
      timeout_seconds?: number | string | null;
    };
    /**
     * @description One execution of a flow.
     * @example {
     *       "id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
     *       "flow_id": "dc60953c-3bf9-4e5d-b1c9-43c62e43b51f",
     *       "input_dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *       "input_datasets": [
     *         {
     *           "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *           "version_number": 1,
     *           "dataset_name": "orders.csv"
     *         }
     *       ],
     *       "status": "success",
     *       "engine": "polars",
     *       "trigger": "manual",
     *       "schedule_id": null,
     *       "local_time": "2026-11-21T09:34:09.171",
     *       "time_zone": "UTC",
     *       "output_location": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21/out.csv",
     *       "started_at": "2026-11-21T09:34:09.175000Z",
     *       "finished_at": "2026-11-21T09:34:09.216000Z",
     *       "created_at": "2026-11-21T09:34:09.171000Z",
     *       "error_message": null,
     *       "waiting": null,
     *       "logs": [
     *         {
     *           "level": "info",
     *           "message": "Run finished in 41 ms, 1 output",
     *           "duration_ms": 41
     *         }
     *       ],
     *       "logs_json": [
     *         {
     *           "level": "info",
     *           "message": "Run finished in 41 ms, 1 output",
     *           "duration_ms": 41
     *         }
     *       ],
     *       "outputs": [
     *         {
     *           "node_id": "out",
     *           "key": "runs/0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21/attempts/1/outputs/out.csv",
     *           "format": "csv",
     *           "bytes": 23,
     *           "rows": 10
     *         }
     *       ],
     *       "node_results": [
     *         {
     *           "node_id": "top",
     *           "type": "limitRows",
     *           "label": "Top 10",
     *           "status": "success",
     *           "rows": 10,
     *           "columns": [
     *             "id"
     *           ],
     *           "column_types": [
     *             "integer"
     *           ],
     *           "sample": [
     *             {
     *               "id": 1
     *             }
     *           ],
     *           "error": null,
     *           "duration_ms": 3.25,
     *           "fused_with": [],
     *           "total_ms": 3.25,
     *           "warnings": [],
     *           "ml_metrics": null,
     *           "mlflow_run_id": null,
     *           "model_uri": null,
     *           "task_type": null,
     *           "cv_scores": null,
     *           "assertion_passed": null,
     *           "assertion_violation_count": null,
     *           "assertion_violating_sample": null,
     *           "lost_values": [],
     *           "chart": null,
     *           "cached": false,
     *           "pushed_down": false,
     *           "statement": null,
     *           "object_path": null,
     *           "object_version": null,
     *           "object_options": null,
     *           "object_misread_columns": []
     *         }
     *       ],
     *       "graph_snapshot": {
     *         "nodes": [],
     *         "edges": []
     *       },
     *       "parameters": {
     *         "n": 10
     *       },
     *       "drift": null
     *     }
     */
    FlowRunRead: {
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      created_at: string;
      /** @description Only in a single read. */
      drift: components['schemas']['RunDrift'] | null;
      /**
       * @description The engine used.
       * @enum {string}
       */
      engine: 'pandas' | 'polars';
      /** @description Why it failed or was cancelled. */
      error_message: string | null;
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      finished_at: string | null;
      /** @description The flow. */
      flow_id: string;
      /** @description The graph that was run, parameters put in. */
      graph_snapshot: components['schemas']['Graph'] | null;
      /** @description UUID. */
      id: string;
      /** @description The dataset it is listed under. */
      input_dataset_id: string | null;
      /** @description What it reads; null when that could not be resolved. */
      input_datasets: components['schemas']['InputDatasetRef'][] | null;
      /** @description The time that the run is for, which `now()` is in its expressions: of a scheduled run that of its slot, else that of the request; a retry has the same. ISO 8601 without an offset, by the clock of `time_zone`. Null for runs of older versions. */
      local_time: string | null;
      /** @description Written when the run finishes; before that, the attempts that were lost, and why it waits, if it does. */
      logs: components['schemas']['LogEntry'][];
      /** @description The same as logs. */
      logs_json: components['schemas']['LogEntry'][];
      /** @description In topological order. */
      node_results: components['schemas']['NodeResultRead'][] | null;
      /** @description Run id and file name of the first output; `outputs` of a single run has the keys. */
      output_location: string | null;
      /** @description The files it wrote, in the order of the nodes; empty before a run succeeds. */
      outputs: components['schemas']['RunOutputRead'][];
      /** @description The effective values; null when the flow declares none. */
      parameters: {
        [key: string]: unknown;
      } | null;
      /** @description The schedule that started it. */
      schedule_id: string | null;
      /**
       * @description When it first started; a run that is pending again keeps it.
       * @example 2026-11-21T09:34:09.175000Z
       */
      started_at: string | null;
      /**
       * @description success, failed and cancelled are final. In a cluster a run is pending again when its attempt was lost, as to a drained node or a queue that evicts it, until the next attempt starts.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'success' | 'failed' | 'cancelled';
      /** @description The zone of `local_time`: that of the schedule, else UTC. */
      time_zone: string | null;
      /**
       * @description Who or what started it.
       * @enum {string}
       */
      trigger: 'manual' | 'schedule' | 'retry' | 'seed' | 'webhook';
      /** @description Why its attempt has not started; null while it waits as usual. */
      waiting: {
        /** @description The same for people. */
        message: string;
        /** @description One word of the cluster, as `Unschedulable`. */
        reason: string;
      } | null;
    };
    /**
     * @description A run as listed.
     * @example {
     *       "id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
     *       "flow_id": "dc60953c-3bf9-4e5d-b1c9-43c62e43b51f",
     *       "input_dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *       "input_datasets": [
     *         {
     *           "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *           "version_number": 1,
     *           "dataset_name": "orders.csv"
     *         }
     *       ],
     *       "status": "success",
     *       "engine": "polars",
     *       "trigger": "manual",
     *       "schedule_id": null,
     *       "local_time": "2026-11-21T09:34:09.171",
     *       "time_zone": "UTC",
     *       "output_location": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21/out.csv",
     *       "started_at": "2026-11-21T09:34:09.175000Z",
     *       "finished_at": "2026-11-21T09:34:09.216000Z",
     *       "created_at": "2026-11-21T09:34:09.171000Z",
     *       "flow_name": "Top orders",
     *       "project_id": "7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11"
     *     }
     */
    FlowRunSummary: {
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      created_at: string;
      /**
       * @description The engine used.
       * @enum {string}
       */
      engine: 'pandas' | 'polars';
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      finished_at: string | null;
      /** @description The flow. */
      flow_id: string;
      /** @description The name of the flow. */
      flow_name: string | null;
      /** @description UUID. */
      id: string;
      /** @description The dataset it is listed under. */
      input_dataset_id: string | null;
      /** @description What it reads; null when that could not be resolved. */
      input_datasets: components['schemas']['InputDatasetRef'][] | null;
      /** @description The time that the run is for, which `now()` is in its expressions: of a scheduled run that of its slot, else that of the request; a retry has the same. ISO 8601 without an offset, by the clock of `time_zone`. Null for runs of older versions. */
      local_time: string | null;
      /** @description Run id and file name of the first output; `outputs` of a single run has the keys. */
      output_location: string | null;
      /** @description The project of the flow. */
      project_id: string | null;
      /** @description The schedule that started it. */
      schedule_id: string | null;
      /**
       * @description When it first started; a run that is pending again keeps it.
       * @example 2026-11-21T09:34:09.175000Z
       */
      started_at: string | null;
      /**
       * @description success, failed and cancelled are final. In a cluster a run is pending again when its attempt was lost, as to a drained node or a queue that evicts it, until the next attempt starts.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'success' | 'failed' | 'cancelled';
      /** @description The zone of `local_time`: that of the schedule, else UTC. */
      time_zone: string | null;
      /**
       * @description Who or what started it.
       * @enum {string}
       */
      trigger: 'manual' | 'schedule' | 'retry' | 'seed' | 'webhook';
    };
    /**
     * @description Nodes that the polars engine evaluates as one plan when the data is large.
     * @example {
     *       "from": [
     *         "in"
     *       ],
     *       "nodes": [
     *         "wet",
     *         "out"
     *       ],
     *       "cut": "file"
     *     }
     */
    FlowSegment: {
      /**
       * @description Why the plan ends there. discovery: to find the columns · script: to run a script · check of values: some can fail · report: of a check or a chart · groups: they are kept in memory · spool: its rows are kept in a file · file: an output is written · end: no later node reads it · unknown: only earlier nodes show what the node does.
       * @enum {string}
       */
      cut:
        | 'discovery'
        | 'script'
        | 'check of values'
        | 'report'
        | 'groups'
        | 'spool'
        | 'file'
        | 'end'
        | 'unknown';
      /** @description The input nodes, and the nodes with kept results, that the plan reads. */
      from: string[];
      /** @description The nodes whose work the plan does, in order; it is evaluated at the last one. */
      nodes: string[];
    };
    /**
     * @description The fields to change. An absent field is kept.
     * @example {
     *       "name": "Clean orders"
     *     }
     */
    FlowUpdate: {
      /** @description Free text. */
      description?: string | null;
      /** @description Nodes, the edges between their handles, declared parameters, engine. Other keys are kept. */
      graph_json?: components['schemas']['Graph'];
      /** @description Whether it is kept from running. */
      is_disabled?: boolean;
      /** @description Leading and trailing blanks are removed. */
      name?: string;
      /** @description The project it is in; null: the default project. */
      project_id?: string | null;
    };
    /**
     * @description A flow document, exported (`graph_json`) or versioned (`graph`), and what a run would be started with.
     * @example {
     *       "graph_json": {
     *         "nodes": [
     *           {
     *             "id": "in",
     *             "type": "fileInput",
     *             "data": {
     *               "label": "Weather",
     *               "config": {
     *                 "format": "csv"
     *               }
     *             }
     *           },
     *           {
     *             "id": "wet",
     *             "type": "filterRows",
     *             "data": {
     *               "config": {
     *                 "column": "precipitation",
     *                 "operator": ">",
     *                 "value": "{{ min_rain }}"
     *               }
     *             }
     *           },
     *           {
     *             "id": "kinds",
     *             "type": "groupByAggregate",
     *             "data": {
     *               "config": {
     *                 "group_by": [
     *                   "weather"
     *                 ],
     *                 "aggregations": {
     *                   "precipitation": "sum"
     *                 }
     *               }
     *             }
     *           },
     *           {
     *             "id": "out",
     *             "type": "fileOutput",
     *             "data": {
     *               "config": {
     *                 "format": "csv"
     *               }
     *             }
     *           }
     *         ],
     *         "edges": [
     *           {
     *             "source": "in",
     *             "target": "wet"
     *           },
     *           {
     *             "source": "wet",
     *             "target": "kinds"
     *           },
     *           {
     *             "source": "kinds",
     *             "target": "out"
     *           }
     *         ],
     *         "parameters": [
     *           {
     *             "name": "min_rain",
     *             "type": "number",
     *             "default": 0
     *           }
     *         ]
     *       },
     *       "engine": "polars"
     *     }
     */
    FlowValidateDocument: {
      /** @description The description of the flow. The service does not read it. */
      description?: unknown;
      /** @description Absent: the engine that a run would use. */
      engine?: string | null;
      /** @description Of an exported document. The service does not read it. */
      format?: unknown;
      /** @description Nodes, the edges between their handles, declared parameters, engine. */
      graph?: components['schemas']['AnyGraph'] | null;
      /** @description Nodes, the edges between their handles, declared parameters, engine. */
      graph_json?: components['schemas']['AnyGraph'] | null;
      /** @description Of a versioned document, for its author. The service does not read it. */
      metadata?: unknown;
      /** @description The name of the flow. The service does not read it. */
      name?: unknown;
      /** @description Values for the flow's declared parameters, by name. */
      parameters?: {
        [key: string]: unknown;
      } | null;
      /** @description How the files of the input nodes were read; for `millrace run`. The service does not read it. */
      parse_options?: unknown;
      /** @description Id, name and description of the flow of a versioned document. The service does not read it. */
      project?: unknown;
      /** @description The project that the flow is for. Without it, whether the flow may use its connections is not checked. */
      project_id?: string | null;
      /** @description Plugins and capabilities that a versioned document needs. The service does not read it. */
      requirements?: unknown;
      /** @description Of a versioned document; absent means 1.0.0. */
      schemaVersion?: unknown;
      /** @description The version of the server that wrote a versioned document. The service does not read it. */
      serviceVersion?: unknown;
    };
    /**
     * @description What a run of the saved flow would be started with; everything is optional.
     * @example {
     *       "engine": "polars"
     *     }
     * @example {
     *       "parameters": {
     *         "min_rain": 5
     *       }
     *     }
     */
    FlowValidateRequest: {
      /** @description Absent: the engine that a run would use. */
      engine?: string | null;
      /** @description Values for the flow's declared parameters, by name. */
      parameters?: {
        [key: string]: unknown;
      } | null;
    };
    /**
     * @description What is known of a flow without running it.
     * @example {
     *       "valid": true,
     *       "engine": "polars",
     *       "problems": [],
     *       "nodes": [],
     *       "segments": []
     *     }
     */
    FlowValidation: {
      /**
       * @description The engine that a run would use; null for an unknown name.
       * @enum {string|null}
       */
      engine: 'pandas' | 'polars' | null;
      /** @description In the order of execution. Empty when the graph is malformed; `problems` has the reason. */
      nodes: components['schemas']['ValidatedNode'][];
      /** @description All problems, at most the first thousand. */
      problems: components['schemas']['FlowProblem'][];
      /** @description The plans in which the polars engine evaluates large data, in order; null for another engine, for a flow that cannot run, and for one of which some columns are unknown. */
      segments: components['schemas']['FlowSegment'][] | null;
      /** @description Whether a run could start now: there is no problem of severity error. */
      valid: boolean;
    };
    /**
     * @description The graph of a flow. Other keys are kept.
     * @example {
     *       "nodes": [
     *         {
     *           "id": "in",
     *           "type": "fileInput",
     *           "data": {
     *             "config": {
     *               "dataset_id": "…",
     *               "format": "csv"
     *             }
     *           }
     *         },
     *         {
     *           "id": "out",
     *           "type": "fileOutput",
     *           "data": {
     *             "config": {
     *               "format": "csv"
     *             }
     *           }
     *         }
     *       ],
     *       "edges": [
     *         {
     *           "source": "in",
     *           "target": "out"
     *         }
     *       ]
     *     }
     */
    Graph: {
      /** @description Whether its runs read nodes that are unchanged since an earlier run from stored results. */
      cache?: boolean | null;
      /** @description At most 10,000, between nodes of the graph. */
      edges?: components['schemas']['Edge'][] | null;
      /** @description polars or pandas, judged when a run starts; null: the setting DEFAULT_ENGINE. */
      engine?: string | null;
      /** @description At most 2000, with distinct ids. */
      nodes?: components['schemas']['Node'][] | null;
      /** @description What a run can be given. */
      parameters?: components['schemas']['Parameter'][] | null;
      /** @description Whether databases compute the nodes above an input that they can compute exactly. Absent: yes. */
      pushdown?: boolean | null;
      /** @description CPU and memory of its runs in a cluster. */
      resources?:
        | ({
            /** @description Cores, as Kubernetes writes them. */
            cpu?: string;
            /** @description Bytes, as Kubernetes writes them. */
            memory?: string;
          } & {
            [key: string]: unknown;
          })
        | null;
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of groupByAggregate.
     * @example {
     *       "group_by": [
     *         "shop"
     *       ],
     *       "aggregations": {
     *         "amount": "sum",
     *         "paid": "count"
     *       }
     *     }
     */
    GroupByAggregateConfig: {
      /**
       * @description Aggregations. From column to function (sum, mean, count, min, max, median, nunique, std, var, prod, first, last), or to a list of functions. The results of a list are named column_function.
       * @default {}
       */
      aggregations?: {
        [key: string]:
          | (
              | 'sum'
              | 'mean'
              | 'count'
              | 'min'
              | 'max'
              | 'median'
              | 'nunique'
              | 'std'
              | 'var'
              | 'prod'
              | 'first'
              | 'last'
            )
          | (
              | (
                  | 'sum'
                  | 'mean'
                  | 'count'
                  | 'min'
                  | 'max'
                  | 'median'
                  | 'nunique'
                  | 'std'
                  | 'var'
                  | 'prod'
                  | 'first'
                  | 'last'
                )
              | components['schemas']['ParameterReference']
            )[]
          | components['schemas']['ParameterReference'];
      };
      /**
       * @description Group by. The key columns.
       * @default []
       */
      group_by?: string[] | string;
    };
    /**
     * @description Group By Aggregate: Groups rows by equal keys and aggregates columns over each group. Groups are in order of first appearance; null is a key.
     * @example {
     *       "id": "one",
     *       "type": "groupByAggregate",
     *       "data": {
     *         "config": {
     *           "group_by": [
     *             "shop"
     *           ],
     *           "aggregations": {
     *             "amount": "sum",
     *             "paid": "count"
     *           }
     *         }
     *       }
     *     }
     */
    GroupByAggregateNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['GroupByAggregateConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'groupByAggregate';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description Where an edge docks.
     * @example {
     *       "id": "in",
     *       "type": "dataframe",
     *       "required": true,
     *       "multi": false
     *     }
     */
    Handle: {
      /** @description The name that edges use. */
      id: string;
      /** @description Several edges may dock here. */
      multi: boolean;
      /** @description An edge must dock here. */
      required: boolean;
      /**
       * @description What flows through it.
       * @enum {string}
       */
      type: 'dataframe' | 'model';
    };
    /**
     * @description The config of hashColumn.
     * @example {
     *       "columns": [
     *         "name"
     *       ],
     *       "new_column": "hash"
     *     }
     */
    HashColumnConfig: {
      /**
       * @description Algorithm. md5 is for systems that have it already: two texts with one md5 digest can be made.
       * @default sha256
       */
      algorithm?: ('sha256' | 'sha512' | 'md5') | components['schemas']['ParameterReference'];
      /**
       * @description Columns. The columns in the order of their texts. Numbers, booleans and dates are read as text, such as 10, 2.5, true and 2024-02-29 00:00:00.
       * @default []
       */
      columns?: string[] | string;
      /**
       * @description Keep originals. If false, the columns that were read are dropped.
       * @default true
       */
      keep_original?: boolean | null | components['schemas']['ParameterReference'];
      /**
       * @description New column. The last column of the result. An existing column with this name is replaced in place.
       * @default
       */
      new_column?: string;
    };
    /**
     * @description Hash Column: Adds the digest of the cells of each row, as lower-case hexadecimal text. The digest of one column is that of its text in UTF-8, as other tools compute it, and null stays null. Several columns become one text first: of each cell its number of characters, a colon and its text, as in 3:abc, and - for null; so rows that differ have different texts. There is no salt, since a config is not secret: a digest hides no value that can be guessed.
     * @example {
     *       "id": "one",
     *       "type": "hashColumn",
     *       "data": {
     *         "config": {
     *           "columns": [
     *             "name"
     *           ],
     *           "new_column": "hash"
     *         }
     *       }
     *     }
     */
    HashColumnNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['HashColumnConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'hashColumn';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The process is alive.
     * @example {
     *       "status": "ok"
     *     }
     */
    Health: {
      /**
       * @description Always ok.
       * @constant
       */
      status: 'ok';
    };
    /**
     * @description The request does not have the documented shape.
     * @example {
     *       "detail": [
     *         {
     *           "loc": [
     *             "body",
     *             "name"
     *           ],
     *           "msg": "Field required",
     *           "type": "missing"
     *         }
     *       ]
     *     }
     */
    HTTPValidationError: {
      /** @description One item for each fault. */
      detail: components['schemas']['ValidationError'][];
    };
    /**
     * @description A dataset version that a run reads.
     * @example {
     *       "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *       "version_number": 1,
     *       "dataset_name": "orders.csv"
     *     }
     */
    InputDatasetRef: {
      /** @description The dataset. */
      dataset_id: string;
      /** @description Its name at that time. */
      dataset_name: string | null;
      /** @description The version that was read. */
      version_number: number | null;
    };
    /**
     * @description The config of join.
     * @example {
     *       "on": "id",
     *       "how": "left"
     *     }
     */
    JoinConfig: {
      /**
       * @description Kind. left, right and outer keep unmatched rows of the left, the right or both inputs; inner keeps none. semi keeps and anti drops the left rows with a match.
       * @default inner
       */
      how?:
        | ('inner' | 'left' | 'right' | 'outer' | 'semi' | 'anti')
        | components['schemas']['ParameterReference'];
      /** @description Left on. Key columns of the left input, if names differ. */
      left_on?: string | string[] | null;
      /**
       * @description On. Key columns with the same name in both inputs. They occur once in the result. Not read if the left and the right keys are given.
       * @default
       */
      on?: string | string[] | null;
      /** @description Right on. Key columns of the right input, in the same order. */
      right_on?: string | string[] | null;
      /** @description Suffixes. Appended to the names of columns that both inputs have, except keys: first the left, then the right suffix. Default: _x, _y. */
      suffixes?: string[] | null;
    };
    /**
     * @description Join / Merge: Joins the rows of two inputs that have equal keys. Null matches nothing.
     * @example {
     *       "id": "one",
     *       "type": "join",
     *       "data": {
     *         "config": {
     *           "on": "id",
     *           "how": "left"
     *         }
     *       }
     *     }
     */
    JoinNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['JoinConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'join';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of jsonInput.
     * @example {
     *       "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *       "format": "csv"
     *     }
     */
    JsonInputConfig: {
      /**
       * @description Dataset. The id of an uploaded dataset.
       * @default
       */
      dataset_id?: string;
      /**
       * @description Version. The number of the version. Empty: each run reads the latest version.
       * @default null
       */
      dataset_version?: null | number | '' | string | components['schemas']['ParameterReference'];
    };
    /**
     * @description JSON Input: Reads an uploaded JSON or JSON Lines dataset: the given version, or the latest.
     * @example {
     *       "id": "one",
     *       "type": "jsonInput",
     *       "data": {
     *         "config": {
     *           "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *           "format": "csv"
     *         }
     *       }
     *     }
     */
    JsonInputNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['JsonInputConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'jsonInput';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of jsTransform.
     * @example {
     *       "script": "return rows"
     *     }
     */
    JsTransformConfig: {
      /** @description Columns. The columns of the result and their types: integer, float, boolean, string or datetime. With them, the nodes below are checked before the flow runs and all of them can be exported. Empty: those that the result has. */
      columns?: {
        [key: string]:
          | ('integer' | 'float' | 'boolean' | 'datetime' | 'string')
          | components['schemas']['ParameterReference'];
      };
      /** @description Deterministic. The script returns the same for the same rows: it uses no clock, no random numbers and no files. Then a run with the cache may read its result instead of executing it. This needs declared columns. */
      deterministic?: boolean | null | components['schemas']['ParameterReference'];
      /**
       * @description Input. rows: an array of objects, named rows. columns: an object of arrays, named columns, which is faster.
       * @default rows
       */
      input?: ('rows' | 'columns') | components['schemas']['ParameterReference'];
      /**
       * @description Script. dfd is danfojs-node where `millrace setup danfo` was run, and a script may return its frames. A column has one type: mixed types and objects are rejected. Datetimes that a script passes on unchanged keep their microseconds.
       * @default return rows
       */
      script?: string;
    };
    /**
     * @description JavaScript Transform: Computes a table in JavaScript. The script is the body of an async function: it gets the rows as an array of objects, or the columns as an object of arrays, and returns either. Integers beyond 2^53 are bigint, datetimes are Date. It runs in a process of its own with bounds on time and memory.
     * @example {
     *       "id": "one",
     *       "type": "jsTransform",
     *       "data": {
     *         "config": {
     *           "script": "return rows"
     *         }
     *       }
     *     }
     */
    JsTransformNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['JsTransformConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'jsTransform';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description Whether there is a keyring.
     * @example {
     *       "available": true,
     *       "backend": "Secret Service",
     *       "detail": null
     *     }
     */
    KeyringAvailability: {
      /** @description Whether secrets can be stored here. */
      available: boolean;
      /** @description What keeps them; null: nothing does. */
      backend: string | null;
      /** @description Why it is not available; null: it is. */
      detail: string | null;
    };
    /**
     * @description A secret of the keyring, without its value.
     * @example {
     *       "name": "shop.password",
     *       "exists": true,
     *       "reference": "keyring:shop.password"
     *     }
     */
    KeyringSecretStatus: {
      /** @description Whether the keyring has it. */
      exists: boolean;
      /** @description Its name. */
      name: string;
      /** @description The reference for `password_env`. */
      reference: string;
    };
    /**
     * @description A secret to store.
     * @example {
     *       "name": "shop.password",
     *       "value": "secret",
     *       "overwrite": false
     *     }
     */
    KeyringSecretWrite: {
      /** @description Letters, digits, dots, underscores and hyphens. */
      name: string;
      /**
       * @description Replaces a secret of the name.
       * @default false
       */
      overwrite?: boolean;
      /** @description The secret, of at most 4096 bytes. No answer repeats it. */
      value: string;
    };
    /**
     * @description A node of one of the types in the catalogue.
     * @example {
     *       "id": "top",
     *       "type": "limitRows",
     *       "data": {
     *         "config": {
     *           "n": 10
     *         }
     *       }
     *     }
     */
    KnownNode:
      | components['schemas']['AsofJoinNode']
      | components['schemas']['AssertExpressionNode']
      | components['schemas']['AssertNotNullNode']
      | components['schemas']['AssertRowCountNode']
      | components['schemas']['AssertUniqueNode']
      | components['schemas']['AssertValueRangeNode']
      | components['schemas']['AssertValuesInSetNode']
      | components['schemas']['BinColumnNode']
      | components['schemas']['CalculatedColumnNode']
      | components['schemas']['CastDtypesNode']
      | components['schemas']['ChartAreaNode']
      | components['schemas']['ChartBarNode']
      | components['schemas']['ChartBoxPlotNode']
      | components['schemas']['ChartHeatmapNode']
      | components['schemas']['ChartHistogramNode']
      | components['schemas']['ChartLineNode']
      | components['schemas']['ChartPieNode']
      | components['schemas']['ChartScatterNode']
      | components['schemas']['CoalesceColumnsNode']
      | components['schemas']['CombineColumnsNode']
      | components['schemas']['ConcatRowsNode']
      | components['schemas']['ConditionalColumnNode']
      | components['schemas']['CrossJoinNode']
      | components['schemas']['CsvInputNode']
      | components['schemas']['CsvOutputNode']
      | components['schemas']['DateAddNode']
      | components['schemas']['DateDifferenceNode']
      | components['schemas']['DescribeNode']
      | components['schemas']['DropColumnsNode']
      | components['schemas']['DropNullsNode']
      | components['schemas']['ExcelInputNode']
      | components['schemas']['ExcelOutputNode']
      | components['schemas']['ExplodeRowsNode']
      | components['schemas']['ExtractDatePartsNode']
      | components['schemas']['FileInputNode']
      | components['schemas']['FileOutputNode']
      | components['schemas']['FillNullsNode']
      | components['schemas']['FilterExpressionNode']
      | components['schemas']['FilterRowsNode']
      | components['schemas']['GroupByAggregateNode']
      | components['schemas']['HashColumnNode']
      | components['schemas']['JoinNode']
      | components['schemas']['JsTransformNode']
      | components['schemas']['JsonInputNode']
      | components['schemas']['LimitRowsNode']
      | components['schemas']['LookupNode']
      | components['schemas']['MapValuesNode']
      | components['schemas']['ParquetInputNode']
      | components['schemas']['ParquetOutputNode']
      | components['schemas']['ParseDatesNode']
      | components['schemas']['PivotNode']
      | components['schemas']['PythonTransformNode']
      | components['schemas']['RegexExtractNode']
      | components['schemas']['RemoveDuplicatesNode']
      | components['schemas']['RemoveOutliersNode']
      | components['schemas']['RenameColumnsNode']
      | components['schemas']['ReplaceValuesNode']
      | components['schemas']['RollingAggregateNode']
      | components['schemas']['RoundNumbersNode']
      | components['schemas']['RowDifferenceNode']
      | components['schemas']['SampleRowsNode']
      | components['schemas']['SelectColumnsNode']
      | components['schemas']['SortRowsNode']
      | components['schemas']['SplitColumnNode']
      | components['schemas']['SplitRowsNode']
      | components['schemas']['SqlInputNode']
      | components['schemas']['SqlOutputNode']
      | components['schemas']['StorageInputNode']
      | components['schemas']['StorageOutputNode']
      | components['schemas']['StringTransformNode']
      | components['schemas']['TextInputNode']
      | components['schemas']['TopRowsNode']
      | components['schemas']['UnpivotNode']
      | components['schemas']['WindowFunctionNode'];
    /**
     * @description The config of limitRows.
     * @example {
     *       "n": 2,
     *       "offset": 1
     *     }
     */
    LimitRowsConfig: {
      /**
       * @description Rows. The maximum number of rows to keep.
       * @default 100
       */
      n?: number | components['schemas']['ParameterReference'];
      /**
       * @description Offset. The number of rows to skip.
       * @default 0
       */
      offset?: number | components['schemas']['ParameterReference'];
    };
    /**
     * @description Limit Rows: Skips the first rows and keeps at most a given number of the following ones.
     * @example {
     *       "id": "one",
     *       "type": "limitRows",
     *       "data": {
     *         "config": {
     *           "n": 2,
     *           "offset": 1
     *         }
     *       }
     *     }
     */
    LimitRowsNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['LimitRowsConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'limitRows';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description One entry of the log of a run.
     * @example {
     *       "level": "info",
     *       "message": "Run finished in 41 ms, 1 output",
     *       "duration_ms": 41
     *     }
     */
    LogEntry: {
      /** @description How long it took. */
      duration_ms?: number;
      /**
       * @description How serious it is.
       * @enum {string}
       */
      level: 'info' | 'warning' | 'error';
      /** @description What happened. */
      message: string;
      /** @description The node it is about. */
      node_id?: string;
      /** @description The dataset versions read. */
      versions?: components['schemas']['InputDatasetRef'][];
    };
    /**
     * @description The config of lookup.
     * @example {
     *       "on": [
     *         "code"
     *       ],
     *       "defaults": {
     *         "people": 0
     *       }
     *     }
     */
    LookupConfig: {
      /**
       * @description Columns to add. Columns of the lookup table. Empty: all that are no keys.
       * @default []
       */
      columns?: string[] | string | null;
      /**
       * @description Defaults. The value of a new column where no row of the lookup table matches, by column. Other columns are null there.
       * @default {}
       */
      defaults?:
        | unknown
        | {
            [key: string]: string | number | boolean;
          };
      /**
       * @description On. The key columns, which both inputs have.
       * @default []
       */
      on?: string[] | string;
    };
    /**
     * @description Lookup: Adds columns of the row of a lookup table that has the same key. Rows and their order are kept. The keys of the lookup table must be unique; a null key matches nothing. A column that the input has too gets the suffix _lookup.
     * @example {
     *       "id": "one",
     *       "type": "lookup",
     *       "data": {
     *         "config": {
     *           "on": [
     *             "code"
     *           ],
     *           "defaults": {
     *             "people": 0
     *           }
     *         }
     *       }
     *     }
     */
    LookupNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['LookupConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'lookup';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description Values of a table that a reader of its file does not get.
     * @example {
     *       "code": "lost_infinities",
     *       "column": "ratio",
     *       "count": 3
     *     }
     */
    LostValues: {
      /**
       * @description What is lost, for programs. See the page on what a read guesses.
       * @enum {string}
       */
      code:
        | 'lost_infinities'
        | 'lost_microseconds'
        | 'escaped_characters'
        | 'nul_characters'
        | 'blank_last_rows'
        | 'cut_lines'
        | 'indistinct_nulls';
      /** @description The column; null: whole rows are lost. */
      column: string | null;
      /** @description How many of its values, or rows. */
      count: number;
    };
    /**
     * @description The config of mapValues.
     * @example {
     *       "column": "size",
     *       "mapping": {
     *         "S": "small",
     *         "L": "S",
     *         "": "empty"
     *       }
     *     }
     */
    MapValuesConfig: {
      /**
       * @description Column. The column whose values are mapped.
       * @default
       */
      column?: string;
      /**
       * @description Default. The new value of all other values and of null. Without the key it is null.
       * @default
       */
      default?: string | number | boolean | null;
      /**
       * @description Mapping. From value to new value. A number, boolean or date is found by its text.
       * @default {}
       */
      mapping?: {
        [key: string]: string | number | boolean | null;
      };
      /**
       * @description New column. Empty: the column itself is replaced.
       * @default
       */
      new_column?: string | null;
      /**
       * @description Use the default. Without the key, a default that the config has is used, also an empty text or null.
       * @default false
       */
      use_default?: boolean | null | components['schemas']['ParameterReference'];
    };
    /**
     * @description Map Values: Maps values of a column to new values. All other values stay, or become a default. Mixed types become text.
     * @example {
     *       "id": "one",
     *       "type": "mapValues",
     *       "data": {
     *         "config": {
     *           "column": "size",
     *           "mapping": {
     *             "S": "small",
     *             "L": "S",
     *             "": "empty"
     *           }
     *         }
     *       }
     *     }
     */
    MapValuesNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['MapValuesConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'mapValues';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description A missed slot of a schedule, in brief.
     * @example {
     *       "scheduled_for": "2026-11-20T06:00:00Z",
     *       "reason": "no_scheduler",
     *       "message": "No server polled schedules when the slot came, and the schedule does not catch up."
     *     }
     */
    MissedSlotBrief: {
      /** @description The reason as a sentence. */
      message: string;
      /**
       * @description Why it started no run.
       * @enum {string}
       */
      reason:
        | 'no_scheduler'
        | 'catch_up_limit'
        | 'flow_busy'
        | 'concurrency_limit'
        | 'retry_pending'
        | 'unchanged'
        | 'late_poll';
      /** @description The slot, ISO 8601, UTC. */
      scheduled_for: string;
    };
    /**
     * @description A missed slot of a schedule: it started no run.
     * @example {
     *       "scheduled_for": "2026-11-20T06:00:00Z",
     *       "reason": "no_scheduler",
     *       "message": "No server polled schedules when the slot came, and the schedule does not catch up.",
     *       "recorded_at": "2026-11-20T06:04:12.104000Z"
     *     }
     */
    MissedSlotRead: {
      /** @description The reason as a sentence. */
      message: string;
      /**
       * @description Why it started no run.
       * @enum {string}
       */
      reason:
        | 'no_scheduler'
        | 'catch_up_limit'
        | 'flow_busy'
        | 'concurrency_limit'
        | 'retry_pending'
        | 'unchanged'
        | 'late_poll';
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      recorded_at: string;
      /** @description The slot, ISO 8601, UTC. */
      scheduled_for: string;
    };
    /**
     * @description A node of a graph.
     * @example {
     *       "id": "top",
     *       "type": "limitRows",
     *       "data": {
     *         "config": {
     *           "n": 10
     *         }
     *       }
     *     }
     */
    Node: components['schemas']['KnownNode'] | components['schemas']['OtherNode'];
    /**
     * @description A node that both runs have.
     * @example {
     *       "node_id": "top",
     *       "type": "limitRows",
     *       "label": "Top",
     *       "changed": true,
     *       "config_changed": false,
     *       "status_before": "success",
     *       "status_after": "success",
     *       "rows_before": 9,
     *       "rows_after": 10,
     *       "rows_delta": 1,
     *       "columns_added": [
     *         "b"
     *       ],
     *       "columns_removed": [],
     *       "columns_reordered": false,
     *       "types_changed": [
     *         {
     *           "column": "price",
     *           "before": "integer",
     *           "after": "float"
     *         }
     *       ],
     *       "duration_ms_before": 2.5,
     *       "duration_ms_after": 2,
     *       "duration_ms_delta": -0.5
     *     }
     */
    NodeComparison: {
      /** @description Whether status, rows, columns, their order or their types differ. */
      changed: boolean;
      /** @description Columns only this run has. */
      columns_added: string[];
      /** @description Columns only the other run has. */
      columns_removed: string[];
      /** @description Whether the common columns are in another order. */
      columns_reordered: boolean;
      /** @description Whether type or config differ; the runs list their parameters. */
      config_changed: boolean;
      /** @description Its duration in this run. */
      duration_ms_after: number | null;
      /** @description Its duration in the other run. */
      duration_ms_before: number | null;
      /** @description The difference. */
      duration_ms_delta: number | null;
      /** @description Its label in this run, else its type. */
      label: string;
      /** @description The node. */
      node_id: string;
      /** @description Rows in this run. */
      rows_after: number | null;
      /** @description Rows in the other run. */
      rows_before: number | null;
      /** @description The difference. */
      rows_delta: number | null;
      /**
       * @description Its outcome in this run.
       * @enum {string}
       */
      status_after: 'success' | 'failed' | 'skipped';
      /**
       * @description Its outcome in the other run.
       * @enum {string}
       */
      status_before: 'success' | 'failed' | 'skipped';
      /** @description Its type in this run. */
      type: string;
      /** @description Null when a run was recorded without types. */
      types_changed: components['schemas']['TypeChange'][] | null;
    };
    /**
     * @description How a node differs from an earlier run.
     * @example {
     *       "node_id": "top",
     *       "label": "Top",
     *       "rows_before": 9,
     *       "rows_after": 10,
     *       "rows_delta": 1,
     *       "columns_added": [],
     *       "columns_removed": []
     *     }
     */
    NodeDrift: {
      /** @description Columns only this run has. */
      columns_added: string[];
      /** @description Columns only the earlier run has. */
      columns_removed: string[];
      /** @description Its label. */
      label: string | null;
      /** @description The node. */
      node_id: string;
      /** @description Rows in this run. */
      rows_after: number | null;
      /** @description Rows in the earlier run. */
      rows_before: number | null;
      /** @description The difference. */
      rows_delta: number | null;
    };
    /**
     * @description The outcome of one node in a run.
     * @example {
     *       "node_id": "top",
     *       "type": "limitRows",
     *       "label": "Top 10",
     *       "status": "success",
     *       "rows": 10,
     *       "columns": [
     *         "id"
     *       ],
     *       "column_types": [
     *         "integer"
     *       ],
     *       "sample": [
     *         {
     *           "id": 1
     *         }
     *       ],
     *       "error": null,
     *       "duration_ms": 3.25,
     *       "fused_with": [],
     *       "total_ms": 3.25,
     *       "warnings": [],
     *       "ml_metrics": null,
     *       "mlflow_run_id": null,
     *       "model_uri": null,
     *       "task_type": null,
     *       "cv_scores": null,
     *       "assertion_passed": null,
     *       "assertion_violation_count": null,
     *       "assertion_violating_sample": null,
     *       "lost_values": [],
     *       "chart": null,
     *       "cached": false,
     *       "pushed_down": false,
     *       "statement": null,
     *       "object_path": null,
     *       "object_version": null,
     *       "object_options": null,
     *       "object_misread_columns": []
     *     }
     */
    NodeResultRead: {
      /** @description Whether its check held. */
      assertion_passed: boolean | null;
      /** @description At most 5 of them. NaN and infinity are null, as in `sample`. */
      assertion_violating_sample:
        | {
            [key: string]: unknown;
          }[]
        | null;
      /** @description Rows that broke it. */
      assertion_violation_count: number | null;
      /** @description Whether it was not executed: its result is that of an earlier run. */
      cached: boolean;
      /** @description What to draw: a `ChartArtifact`. */
      chart: {
        [key: string]: unknown;
      } | null;
      /** @description Their types, one each; null when they were not recorded. */
      column_types: ('integer' | 'float' | 'boolean' | 'datetime' | 'string')[] | null;
      /** @description Columns of its frame. */
      columns: string[];
      /** @description Scores by fold. */
      cv_scores: number[] | null;
      /** @description How long it took. */
      duration_ms: number | null;
      /** @description Why it failed. */
      error: string | null;
      /** @description Other nodes that the engine evaluated in one plan with this one. They share `total_ms`. */
      fused_with: string[];
      /** @description Its label, else its type. */
      label: string;
      /** @description What the file of an output node lacks of its rows. `warnings` has a sentence on each, with what to do. */
      lost_values: components['schemas']['LostValues'][];
      /** @description Metrics of a model. */
      ml_metrics: {
        [key: string]: number;
      } | null;
      /** @description Its experiment run. */
      mlflow_run_id: string | null;
      /** @description Where its model is. */
      model_uri: string | null;
      /** @description The node. */
      node_id: string;
      /** @description Its columns that libraries of Python read otherwise, so no script reads it. */
      object_misread_columns: string[];
      /** @description How it was read: a `ParseOptions`; null if its objects differ in that. */
      object_options: {
        [key: string]: unknown;
      } | null;
      /** @description The object that a storageInput read, or the pattern of the objects. */
      object_path: string | null;
      /** @description A text that differs when the content of that object does, such as its ETag; of a pattern a digest of the paths and versions of its objects. */
      object_version: string | null;
      /** @description Whether a database computed it together with the nodes in `fused_with`. Only the last of them has rows. */
      pushed_down: boolean;
      /** @description Rows of its frame. */
      rows: number | null;
      /** @description The first 20 rows. NaN and infinity are null, since JSON has neither. */
      sample: {
        [key: string]: unknown;
      }[];
      /** @description What the database computed, with `$1`, `$2`, … in the places of its values. */
      statement: string | null;
      /**
       * @description Its outcome.
       * @enum {string}
       */
      status: 'success' | 'failed' | 'skipped';
      /** @description What its model does. */
      task_type: string | null;
      /** @description The time of all the work that its rows needed, in milliseconds: of the nodes in `fused_with` too, and of the file of an output node. */
      total_ms: number | null;
      /** @description Its type. */
      type: string;
      /** @description What the author of the flow should know about its rows, such as a failed check. */
      warnings: string[];
    };
    /**
     * @description A node type.
     * @example {
     *       "id": "limitRows",
     *       "label": "Limit Rows",
     *       "category": "clean",
     *       "description": "Keeps the first rows.",
     *       "provider": "service.core",
     *       "version": "1.0.0",
     *       "inputs": [
     *         {
     *           "id": "in",
     *           "type": "dataframe",
     *           "required": true,
     *           "multi": false
     *         }
     *       ],
     *       "outputs": [
     *         {
     *           "id": "out",
     *           "type": "dataframe",
     *           "required": true,
     *           "multi": false
     *         }
     *       ],
     *       "default_config": {
     *         "n": 100
     *       },
     *       "capabilities": [],
     *       "permissions": [],
     *       "requires_ml": false,
     *       "is_model_sink": false,
     *       "is_flow_terminal": false,
     *       "available": true,
     *       "unavailable_reason": null,
     *       "script_isolation": null,
     *       "config_schema": {
     *         "fields": []
     *       }
     *     }
     */
    NodeSpec: {
      /** @description It can be executed here. */
      available: boolean;
      /** @description Named abilities. */
      capabilities: string[];
      /** @description The palette category. */
      category: string;
      /** @description The form for its config. */
      config_schema: {
        /** @description In the order shown. */
        fields: components['schemas']['ConfigField'][];
      };
      /** @description The config of a new node. */
      default_config: {
        [key: string]: unknown;
      };
      /** @description What it does. */
      description: string;
      /** @description The type name in graphs. */
      id: string;
      /** @description Where edges come in. */
      inputs: components['schemas']['Handle'][];
      /** @description A flow may end here without an output. */
      is_flow_terminal: boolean;
      /** @description Ends in a model. */
      is_model_sink: boolean;
      /** @description A short name for people. */
      label: string;
      /** @description Where edges go out. */
      outputs: components['schemas']['Handle'][];
      /** @description What a plugin must be granted. */
      permissions: string[];
      /** @description Who brings it: the core or a plugin. */
      provider: string;
      /** @description Only there when machine learning is on. */
      requires_ml: boolean;
      /** @description How this system keeps its scripts from the network, other files and other processes; null: it has none, or a cluster executes them. */
      script_isolation: {
        /**
         * @description full: nothing of it is open; flags-only: all of it is.
         * @enum {string}
         */
        level: 'full' | 'partial' | 'flags-only';
        /** @description What scripts can reach, in a sentence. */
        note: string;
      } | null;
      /** @description Why it cannot, and the command that helps; else null. */
      unavailable_reason: string | null;
      /** @description The version of its behaviour. */
      version: string;
    };
    /**
     * @description Any other node: a draft, or one of a type that the server does not have. It is saved; validation and runs reject it by name.
     * @example {
     *       "id": "top",
     *       "type": "topRows",
     *       "data": {
     *         "config": {
     *           "rows": 10
     *         }
     *       }
     *     }
     */
    OtherNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: {
              [key: string]: unknown;
            } | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      type: components['schemas']['OtherNodeType'];
    } & {
      [key: string]: unknown;
    };
    /**
     * @description Any name. The TypeScript types use a symbol instead, so that known types discriminate the union of nodes.
     * @example topRows
     */
    OtherNodeType: symbol;
    /**
     * @description A parameter of a flow; texts of configs refer to it as `{{ name }}`.
     * @example {
     *       "name": "min_rain",
     *       "type": "number",
     *       "default": 0
     *     }
     */
    Parameter: {
      /** @description A value of the type; null: a run must be given one. */
      default?: unknown;
      /** @description For people. */
      description?: string | null;
      /** @description Letters, digits and _; no keyword of Python. */
      name: string;
      /**
       * @description Absent: string.
       * @enum {string}
       */
      type?: 'string' | 'integer' | 'number' | 'boolean';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The value of a parameter of the flow.
     * @example {{ min_rain }}
     */
    ParameterReference: `{{${string}}}`;
    /**
     * @description The config of parquetInput.
     * @example {
     *       "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *       "format": "csv"
     *     }
     */
    ParquetInputConfig: {
      /**
       * @description Dataset. The id of an uploaded dataset.
       * @default
       */
      dataset_id?: string;
      /**
       * @description Version. The number of the version. Empty: each run reads the latest version.
       * @default null
       */
      dataset_version?: null | number | '' | string | components['schemas']['ParameterReference'];
    };
    /**
     * @description Parquet Input: Reads an uploaded Parquet dataset: the given version, or the latest.
     * @example {
     *       "id": "one",
     *       "type": "parquetInput",
     *       "data": {
     *         "config": {
     *           "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *           "format": "csv"
     *         }
     *       }
     *     }
     */
    ParquetInputNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ParquetInputConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'parquetInput';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of parquetOutput.
     * @example {
     *       "format": "csv"
     *     }
     */
    ParquetOutputConfig: {
      /** @description Dataset name. The name of the dataset to register. Empty: the file is kept with the run only. */
      dataset_name?: string | null;
      /**
       * @description Path. The name of the file that an exported script writes, such as result.csv. Empty: that of the dataset, else output. The service names its files itself.
       * @default
       */
      path?: string;
    };
    /**
     * @description Parquet Output: Writes the rows to a Parquet file that can be downloaded, and registers it as a dataset if a name is given.
     * @example {
     *       "id": "one",
     *       "type": "parquetOutput",
     *       "data": {
     *         "config": {
     *           "format": "csv"
     *         }
     *       }
     *     }
     */
    ParquetOutputNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ParquetOutputConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'parquetOutput';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of parseDates.
     * @example {
     *       "columns": [
     *         "größe \"am\""
     *       ]
     *     }
     */
    ParseDatesConfig: {
      /**
       * @description Columns. Columns of text. With a format also integers, such as 20240229.
       * @default []
       */
      columns?: string[] | string;
      /**
       * @description Conversion errors. coerce: a text that is no date becomes null. raise: the run fails and names the text.
       * @default coerce
       */
      errors?: ('coerce' | 'raise') | components['schemas']['ParameterReference'];
      /**
       * @description Date format. The format of dates in text, with the directives of strftime: %Y %m %d %H %I %M %S %f %y %b %B %p %z %%. %y is a year from 1970 to 2069: 69 is 2069, 70 is 1970. %j is the day of the year, %G %V %u are year, week and day of ISO 8601, %W %w the week from Monday on and its day from Sunday, 0. Names of weekdays, %a %A, and of UTC, %Z, change no date. %c stands for %a %b %d %H:%M:%S %Y, %x for %m/%d/%y. Empty: ISO 8601 in the forms that "Dates in text" in the reference of node types lists, detected for each cell.
       * @default
       */
      format?: string | null;
    };
    /**
     * @description Parse Dates: Converts text to datetimes. An offset is converted to UTC. Columns of datetimes are not changed.
     * @example {
     *       "id": "one",
     *       "type": "parseDates",
     *       "data": {
     *         "config": {
     *           "columns": [
     *             "größe \"am\""
     *           ]
     *         }
     *       }
     *     }
     */
    ParseDatesNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ParseDatesConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'parseDates';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description How a file was read, where not by the defaults.
     * @example {
     *       "encoding": "utf-8",
     *       "delimiter": ";",
     *       "decimal": ","
     *     }
     */
    ParseOptions: {
      /** @description csv, tsv, excel: The names of all columns as a JSON list, in the place of those of the header, such as ["id","name"]. */
      column_names?: string[];
      /** @description csv, tsv: Lines that begin with this character are left out, such as #. */
      comment?: string;
      /** @description csv, tsv, json, jsonl: True: text columns whose every value is an ISO 8601 date become datetimes, in UTC. Default: false, they stay text. */
      dates?: boolean;
      /** @description csv, tsv: The mark before the fraction of a number, . or ,. Default: it is detected in the first 64 KB. */
      decimal?: string;
      /** @description csv: What separates the cells: , ; \t | or whitespace, which is one or more blanks or tabs. Default: it is detected in the first 64 KB. */
      delimiter?: string;
      /** @description csv, tsv: The encoding of the text, such as utf-8, cp1252 or utf-16. Default: it is detected in the first 64 KB. */
      encoding?: string;
      /** @description csv, tsv: The character after it belongs to the cell, also a quote or the delimiter, such as \. A cell \N alone stays as it is. Default: a quote within quotes is doubled. */
      escape_char?: string;
      /** @description csv, tsv, excel: False when the first line is a row already: the columns are column_1, column_2, … then. Default: true. */
      has_header?: boolean;
      /** @description csv, tsv, excel: Texts that stand for null besides the empty one, with commas between them, such as NA,n/a,-. */
      null_values?: string[];
      /** @description csv, tsv: The character around cells that contain the delimiter, or none. Default: ". */
      quote_char?: string;
      /** @description json: The keys that lead to the list of records in an object, with points between them, such as response.items. Default: the file is the list. */
      records?: string;
      /** @description csv, tsv: widest: the longest row determines the number of columns, and the last cells of a row are optional. Default: strict, no row has more cells than the first one. */
      rows?: string;
      /** @description excel: The name or the 0-based number of a sheet. Default: the first visible one with cells. */
      sheet?: string | number;
      /** @description csv, tsv: True: blanks between a delimiter and a cell, or its quote, do not belong to the cell. Default: false. */
      skip_initial_space?: boolean;
      /** @description csv, tsv, excel: How many lines above the header are left out. Default: 0. */
      skip_rows?: number;
    };
    /**
     * @description The config of pivot.
     * @example {
     *       "index": [
     *         "shop"
     *       ],
     *       "columns": "month",
     *       "values": "amount",
     *       "heads": [
     *         9,
     *         "10",
     *         null,
     *         12
     *       ]
     *     }
     */
    PivotConfig: {
      /**
       * @description Function.
       * @default sum
       */
      aggfunc?:
        | ('sum' | 'mean' | 'min' | 'max' | 'median' | 'first' | 'last' | 'count')
        | components['schemas']['ParameterReference'];
      /**
       * @description Columns from. Its values become columns.
       * @default
       */
      columns?: string;
      /** @description Heads. The values of the column that become columns, in this order. Empty: all that it has, sorted. With a list, the columns are known before the flow runs, and nodes below the pivot can be exported as Python. */
      heads?: (string | number | boolean | null)[];
      /**
       * @description Index. The columns that identify a row of the result.
       * @default []
       */
      index?: string[] | string;
      /**
       * @description Cells from. The column to aggregate.
       * @default
       */
      values?: string;
    };
    /**
     * @description Pivot Table: Turns the values of a column into columns. Their cells aggregate the rows with this value; a combination without rows is null. Rows are sorted by the index, new columns by value; null is last and its column is named null.
     * @example {
     *       "id": "one",
     *       "type": "pivot",
     *       "data": {
     *         "config": {
     *           "index": [
     *             "shop"
     *           ],
     *           "columns": "month",
     *           "values": "amount",
     *           "heads": [
     *             9,
     *             "10",
     *             null,
     *             12
     *           ]
     *         }
     *       }
     *     }
     */
    PivotNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['PivotConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'pivot';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The frame of a node.
     * @example {
     *       "columns": [
     *         "id"
     *       ],
     *       "rows": [
     *         {
     *           "id": 1
     *         }
     *       ],
     *       "row_count": 1,
     *       "truncated": false,
     *       "profile": null
     *     }
     */
    PreviewResponse: {
      /** @description The names of the columns. */
      columns: string[];
      /** @description The column profiles, on request. */
      profile:
        | {
            /** @description Distinct values. */
            distinct: number;
            /**
             * @description Its type.
             * @enum {string}
             */
            dtype: 'integer' | 'float' | 'boolean' | 'datetime' | 'string';
            /** @description The column. */
            name: string;
            /** @description Nulls among the rows scanned. */
            null_count: number;
            /** @description The same per cent. */
            null_pct: number;
            /** @description Rows scanned, at most 10,000. */
            scanned: number;
            /** @description Rows of the frame. */
            total: number;
          }[]
        | null;
      /** @description Rows of the whole frame. */
      row_count: number;
      /** @description The first rows. NaN and infinity are null, since JSON has neither. */
      rows: {
        [key: string]: unknown;
      }[];
      /** @description Whether there are more rows than shown. */
      truncated: boolean;
    };
    /**
     * @description A new project.
     * @example {
     *       "name": "Sales"
     *     }
     */
    ProjectCreate: {
      /**
       * @description A colour name for editors.
       * @default violet
       */
      color?: string;
      /** @description Free text. */
      description?: string | null;
      /** @description Leading and trailing blanks are removed. */
      name: string;
    };
    /**
     * @description A workspace that groups datasets and flows.
     * @example {
     *       "id": "7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11",
     *       "name": "Sales",
     *       "description": null,
     *       "color": "violet",
     *       "is_default": false,
     *       "is_disabled": false,
     *       "dataset_count": 2,
     *       "flow_count": 1,
     *       "created_at": "2026-11-21T09:34:09.175000Z",
     *       "updated_at": "2026-11-21T09:34:09.175000Z"
     *     }
     */
    ProjectRead: {
      /** @description A colour name for editors. */
      color: string;
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      created_at: string;
      /** @description Datasets in it, deleted ones included. */
      dataset_count: number;
      /** @description Free text. */
      description: string | null;
      /** @description Flows in it. */
      flow_count: number;
      /** @description UUID. */
      id: string;
      /** @description Takes what names no project. */
      is_default: boolean;
      /** @description Its flows do not run. */
      is_disabled: boolean;
      /** @description Unique, whatever its case. */
      name: string;
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      updated_at: string;
    };
    /**
     * @description The fields to change. An absent field is kept.
     * @example {
     *       "color": "emerald",
     *       "is_disabled": true
     *     }
     */
    ProjectUpdate: {
      /** @description A colour name for editors. */
      color?: string;
      /** @description Free text. */
      description?: string | null;
      /** @description Disables or enables the project with what is in it. */
      is_disabled?: boolean;
      /** @description Leading and trailing blanks are removed. */
      name?: string;
    };
    /**
     * @description A kind of database, storage or service.
     * @example {
     *       "name": "postgresql",
     *       "label": "PostgreSQL",
     *       "kind": "sql",
     *       "available": true,
     *       "driver_module": "pg",
     *       "extra": null,
     *       "default_port": 5432,
     *       "needs_host": true,
     *       "needs_auth": true,
     *       "supports_query": true,
     *       "needs_bucket": false,
     *       "needs_region": false,
     *       "needs_endpoint": false
     *     }
     */
    ProviderInfo: {
      /** @description Whether it can be used here. */
      available: boolean;
      /** @description The port of an empty field. */
      default_port: number | null;
      /** @description The package that it needs. */
      driver_module: string | null;
      /** @description The group of packages that has it. */
      extra: string | null;
      /**
       * @description The `connection_type` it makes.
       * @enum {string}
       */
      kind: 'sql' | 'mongo' | 'storage' | 'api' | 'mlflow';
      /** @description A name for people. */
      label: string;
      /** @description The value of `provider`. */
      name: string;
      /** @description It has a user and a secret. */
      needs_auth: boolean;
      /** @description It has a bucket or folder. */
      needs_bucket: boolean;
      /** @description It has an endpoint. */
      needs_endpoint: boolean;
      /** @description It has a host. */
      needs_host: boolean;
      /** @description It has a region. */
      needs_region: boolean;
      /** @description It accepts queries. */
      supports_query: boolean;
    };
    /**
     * @description What a purge did.
     * @example {
     *       "purged": 2
     *     }
     */
    PurgeResult: {
      /** @description How many datasets were removed. */
      purged: number;
    };
    /**
     * @description The config of pythonTransform.
     * @example {
     *       "script": "return df",
     *       "columns": {
     *         "id": "integer",
     *         "amount": "float",
     *         "straße \"1\"": "string",
     *         "paid": "boolean",
     *         "day": "datetime"
     *       }
     *     }
     */
    PythonTransformConfig: {
      /** @description Columns. The columns of the result and their types: integer, float, boolean, string or datetime. With them, the nodes below are checked before the flow runs and all of them can be exported. Empty: those that the result has. */
      columns?: {
        [key: string]:
          | ('integer' | 'float' | 'boolean' | 'datetime' | 'string')
          | components['schemas']['ParameterReference'];
      };
      /** @description Deterministic. The script returns the same for the same rows: it uses no clock, no random numbers and no files. Then a run with the cache may read its result instead of executing it. This needs declared columns. */
      deterministic?: boolean | null | components['schemas']['ParameterReference'];
      /**
       * @description Script. pl is polars on the engine polars, pd is pandas on the engine pandas.
       * @default return df
       */
      script?: string;
    };
    /**
     * @description Python Transform: Computes a table in Python. The script is the body of a function: it gets the rows as df, a DataFrame of the engine's library, and returns a DataFrame. It runs in a process of its own with bounds on time and memory. It needs Python with this library: `npx millrace python setup` installs it, and SERVICE_PYTHON names another.
     * @example {
     *       "id": "one",
     *       "type": "pythonTransform",
     *       "data": {
     *         "config": {
     *           "script": "return df",
     *           "columns": {
     *             "id": "integer",
     *             "amount": "float",
     *             "straße \"1\"": "string",
     *             "paid": "boolean",
     *             "day": "datetime"
     *           }
     *         }
     *       }
     *     }
     */
    PythonTransformNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['PythonTransformConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'pythonTransform';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The service can work.
     * @example {
     *       "status": "ok",
     *       "database": "up"
     *     }
     */
    Ready: {
      /**
       * @description The database answered.
       * @constant
       */
      database: 'up';
      /**
       * @description Requests can be served.
       * @constant
       */
      status: 'ok';
    };
    /**
     * @description The service cannot work now.
     * @example {
     *       "status": "unavailable",
     *       "database": "down"
     *     }
     */
    ReadyDown: {
      /**
       * @description The database did not answer.
       * @constant
       */
      database: 'down';
      /**
       * @description Requests would fail.
       * @constant
       */
      status: 'unavailable';
    };
    /**
     * @description The config of regexExtract.
     * @example {
     *       "column": "code",
     *       "pattern": "-(\\d+)",
     *       "new_column": "part"
     *     }
     */
    RegexExtractConfig: {
      /**
       * @description Column. The column whose texts are read.
       * @default
       */
      column?: string;
      /**
       * @description Group. The number of the group in parentheses; 0 is the whole match.
       * @default 1
       */
      group?: number | components['schemas']['ParameterReference'];
      /**
       * @description New column. The last column of the result. An existing column with this name is replaced in place.
       * @default
       */
      new_column?: string;
      /**
       * @description Pattern. Groups may have names, (?P<name>…). (?i) at the start ignores case, (?s) lets a dot match line ends, (?m) lets ^ and $ match at them, (?x) ignores white space; (?i:…) does so in a group. Look-around and back-references are not supported.
       * @default
       */
      pattern?: string;
    };
    /**
     * @description Extract by Regex: Extracts a part of the texts of a column by a regular expression: a group of the first match, or null. Other types become text first.
     * @example {
     *       "id": "one",
     *       "type": "regexExtract",
     *       "data": {
     *         "config": {
     *           "column": "code",
     *           "pattern": "-(\\d+)",
     *           "new_column": "part"
     *         }
     *       }
     *     }
     */
    RegexExtractNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['RegexExtractConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'regexExtract';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of removeDuplicates.
     * @example {}
     */
    RemoveDuplicatesConfig: {
      /**
       * @description Keep. Which of several equal rows to keep; false drops all of them.
       * @default first
       */
      keep?:
        ('first' | 'last' | 'false' | 'none') | false | components['schemas']['ParameterReference'];
      /**
       * @description Columns. The columns to compare. Empty: all.
       * @default []
       */
      subset?: string[] | string | null;
    };
    /**
     * @description Remove Duplicates: Keeps one of several equal rows and preserves the order. Nulls are equal.
     * @example {
     *       "id": "one",
     *       "type": "removeDuplicates",
     *       "data": {
     *         "config": {}
     *       }
     *     }
     */
    RemoveDuplicatesNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['RemoveDuplicatesConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'removeDuplicates';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of removeOutliers.
     * @example {
     *       "columns": [
     *         "größe \"x\"",
     *         "y"
     *       ]
     *     }
     */
    RemoveOutliersConfig: {
      /**
       * @description Action. drop removes the row. clip replaces the value by the bound; integers become floats.
       * @default drop
       */
      action?: ('drop' | 'clip') | components['schemas']['ParameterReference'];
      /**
       * @description Columns. Columns of integers or floats. A row is dropped for an outlier in any of them.
       * @default []
       */
      columns?: string[] | string;
      /**
       * @description Factor. For iqr.
       * @default 1.5
       */
      factor?: number | components['schemas']['ParameterReference'];
      /**
       * @description Lower percentile. For percentile.
       * @default 1
       */
      lower?: number | components['schemas']['ParameterReference'];
      /**
       * @description Method. iqr: beyond the first and third quartile by more than their distance times the factor. zscore: farther from the mean than the threshold times the standard deviation. percentile: below the lower or above the upper percentile.
       * @default iqr
       */
      method?: ('iqr' | 'zscore' | 'percentile') | components['schemas']['ParameterReference'];
      /**
       * @description Threshold. For zscore.
       * @default 3
       */
      threshold?: number | components['schemas']['ParameterReference'];
      /**
       * @description Upper percentile. For percentile.
       * @default 99
       */
      upper?: number | components['schemas']['ParameterReference'];
    };
    /**
     * @description Remove Outliers: Drops the rows with values far from the others, or moves such values to the nearest bound. Nulls are kept. The bounds of all columns are those of the whole input.
     * @example {
     *       "id": "one",
     *       "type": "removeOutliers",
     *       "data": {
     *         "config": {
     *           "columns": [
     *             "größe \"x\"",
     *             "y"
     *           ]
     *         }
     *       }
     *     }
     */
    RemoveOutliersNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['RemoveOutliersConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'removeOutliers';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of renameColumns.
     * @example {
     *       "mapping": {
     *         "a": "b",
     *         "b": "a"
     *       }
     *     }
     */
    RenameColumnsConfig: {
      /**
       * @description New names. From old name to new name.
       * @default {}
       */
      mapping?: {
        [key: string]: string;
      };
    };
    /**
     * @description Rename Columns: Renames columns and keeps all others. Names can be swapped.
     * @example {
     *       "id": "one",
     *       "type": "renameColumns",
     *       "data": {
     *         "config": {
     *           "mapping": {
     *             "a": "b",
     *             "b": "a"
     *           }
     *         }
     *       }
     *     }
     */
    RenameColumnsNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['RenameColumnsConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'renameColumns';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of replaceValues.
     * @example {
     *       "column": "s",
     *       "to_replace": "N/A",
     *       "value": "none"
     *     }
     */
    ReplaceValuesConfig: {
      /**
       * @description Column. The column whose values are replaced.
       * @default
       */
      column?: string;
      /**
       * @description Regular expression. If true, all matches in a text are replaced, and other types become text. Groups may have names, (?P<name>…). (?i) at the start ignores case, (?s) lets a dot match line ends, (?m) lets ^ and $ match at them, (?x) ignores white space; (?i:…) does so in a group. Look-around and back-references are not supported.
       * @default false
       */
      regex?: boolean | null | components['schemas']['ParameterReference'];
      /**
       * @description Find. A whole value, which is converted to the type of the column, or a list of such values; or a regular expression.
       * @default
       */
      to_replace?: (string | number | boolean) | (string | number | boolean)[];
      /**
       * @description Replace with. Of several values to find: one value for all of them, or a list with one for each. A value of another type than that of the column turns the column into text. $1 is a group of the regular expression, $0 the whole match, $$ a dollar.
       * @default
       */
      value?: (string | number | boolean | null) | (string | number | boolean | null)[];
    };
    /**
     * @description Replace Values: Replaces values of a column, or all matches of a regular expression in its texts. Null never matches.
     * @example {
     *       "id": "one",
     *       "type": "replaceValues",
     *       "data": {
     *         "config": {
     *           "column": "s",
     *           "to_replace": "N/A",
     *           "value": "none"
     *         }
     *       }
     *     }
     */
    ReplaceValuesNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['ReplaceValuesConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'replaceValues';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of rollingAggregate.
     * @example {
     *       "new_column": "rolled",
     *       "target": "count",
     *       "function": "mean",
     *       "window": 3,
     *       "partition_by": [
     *         "meter"
     *       ],
     *       "order_by": [
     *         "day"
     *       ]
     *     }
     */
    RollingAggregateConfig: {
      /**
       * @description Descending. Reads the largest values first. Nulls are last nevertheless.
       * @default false
       */
      descending?: boolean | null | components['schemas']['ParameterReference'];
      /**
       * @description Function. std is the sample deviation (n - 1). The sum, the minimum and the maximum of integers are exact integers.
       * @default mean
       */
      function?:
        | ('mean' | 'sum' | 'min' | 'max' | 'std' | 'median')
        | components['schemas']['ParameterReference'];
      /**
       * @description Minimum values. With fewer values, without nulls, the result is null. Empty: as many as rows.
       * @default null
       */
      min_periods?: number | null;
      /**
       * @description New column. The last column of the result. An existing column with this name is replaced in place.
       * @default
       */
      new_column?: string;
      /**
       * @description In order of. The order in which the rows are read; the result keeps the order of the input. Nulls are last. Empty: the order of the input.
       * @default []
       */
      order_by?: string[] | string | null;
      /**
       * @description Per. Computed for each combination of these columns on its own; null is a value. Empty: all rows together.
       * @default []
       */
      partition_by?: string[] | string | null;
      /**
       * @description Target. A column of numbers, or of booleans, which are 1 and 0. Nulls are skipped.
       * @default
       */
      target?: string;
      /**
       * @description Rows. The number of rows of a window; the last one is the row itself.
       * @default 3
       */
      window?: number | components['schemas']['ParameterReference'];
    };
    /**
     * @description Rolling Aggregate: Adds a column with an aggregate of the last rows, up to and including each row, such as a moving average. The rows keep their order.
     * @example {
     *       "id": "one",
     *       "type": "rollingAggregate",
     *       "data": {
     *         "config": {
     *           "new_column": "rolled",
     *           "target": "count",
     *           "function": "mean",
     *           "window": 3,
     *           "partition_by": [
     *             "meter"
     *           ],
     *           "order_by": [
     *             "day"
     *           ]
     *         }
     *       }
     *     }
     */
    RollingAggregateNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['RollingAggregateConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'rollingAggregate';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of roundNumbers.
     * @example {
     *       "columns": [
     *         "preis €"
     *       ]
     *     }
     */
    RoundNumbersConfig: {
      /**
       * @description Columns. Columns of integers or floats.
       * @default []
       */
      columns?: string[] | string;
      /**
       * @description Decimals. Digits after the decimal point. Negative: -2 rounds to hundreds.
       * @default 0
       */
      decimals?: number | components['schemas']['ParameterReference'];
    };
    /**
     * @description Round Numbers: Rounds numbers half to even. Integers stay integers and floats stay floats.
     * @example {
     *       "id": "one",
     *       "type": "roundNumbers",
     *       "data": {
     *         "config": {
     *           "columns": [
     *             "preis €"
     *           ]
     *         }
     *       }
     *     }
     */
    RoundNumbersNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['RoundNumbersConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'roundNumbers';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of rowDifference.
     * @example {
     *       "new_column": "change",
     *       "target": "count",
     *       "partition_by": [
     *         "meter"
     *       ],
     *       "order_by": [
     *         "day"
     *       ]
     *     }
     */
    RowDifferenceConfig: {
      /**
       * @description Descending. Reads the largest values first. Nulls are last nevertheless.
       * @default false
       */
      descending?: boolean | null | components['schemas']['ParameterReference'];
      /**
       * @description Method. diff subtracts the earlier value; of datetimes it is in seconds, a float. pct_change also divides by it: 0.5 is an increase by half, and a change from 0 is infinite.
       * @default diff
       */
      method?: ('diff' | 'pct_change') | components['schemas']['ParameterReference'];
      /**
       * @description New column. The last column of the result. An existing column with this name is replaced in place.
       * @default
       */
      new_column?: string;
      /**
       * @description In order of. The order in which the rows are read; the result keeps the order of the input. Nulls are last. Empty: the order of the input.
       * @default []
       */
      order_by?: string[] | string | null;
      /**
       * @description Per. Computed for each combination of these columns on its own; null is a value. Empty: all rows together.
       * @default []
       */
      partition_by?: string[] | string | null;
      /**
       * @description Periods. The number of rows between the row and the earlier one.
       * @default 1
       */
      periods?: number | components['schemas']['ParameterReference'];
      /**
       * @description Target. A column of numbers; for diff also of datetimes.
       * @default
       */
      target?: string;
    };
    /**
     * @description Row Difference: Adds a column with the difference of each value to the value of an earlier row. The rows keep their order.
     * @example {
     *       "id": "one",
     *       "type": "rowDifference",
     *       "data": {
     *         "config": {
     *           "new_column": "change",
     *           "target": "count",
     *           "partition_by": [
     *             "meter"
     *           ],
     *           "order_by": [
     *             "day"
     *           ]
     *         }
     *       }
     *     }
     */
    RowDifferenceNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['RowDifferenceConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'rowDifference';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description How the results of a run differ from those of another.
     * @example {
     *       "run": {
     *         "id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
     *         "flow_id": "7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11",
     *         "status": "success",
     *         "engine": "polars",
     *         "trigger": "manual",
     *         "input_datasets": [],
     *         "parameters": null,
     *         "error_message": null,
     *         "duration_ms": 41.5,
     *         "created_at": "2026-11-21T09:34:09.175000Z"
     *       },
     *       "other": {
     *         "id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
     *         "flow_id": "7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11",
     *         "status": "success",
     *         "engine": "polars",
     *         "trigger": "manual",
     *         "input_datasets": [],
     *         "parameters": null,
     *         "error_message": null,
     *         "duration_ms": 41.5,
     *         "created_at": "2026-11-21T09:34:09.175000Z"
     *       },
     *       "after": {
     *         "id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
     *         "flow_id": "7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11",
     *         "status": "success",
     *         "engine": "polars",
     *         "trigger": "manual",
     *         "input_datasets": [],
     *         "parameters": null,
     *         "error_message": null,
     *         "duration_ms": 41.5,
     *         "created_at": "2026-11-21T09:34:09.175000Z"
     *       },
     *       "before": {
     *         "id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
     *         "flow_id": "7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11",
     *         "status": "success",
     *         "engine": "polars",
     *         "trigger": "manual",
     *         "input_datasets": [],
     *         "parameters": null,
     *         "error_message": null,
     *         "duration_ms": 41.5,
     *         "created_at": "2026-11-21T09:34:09.175000Z"
     *       },
     *       "same_flow": true,
     *       "changed": true,
     *       "duration_ms_delta": 0,
     *       "nodes": [
     *         {
     *           "node_id": "top",
     *           "type": "limitRows",
     *           "label": "Top",
     *           "changed": true,
     *           "config_changed": false,
     *           "status_before": "success",
     *           "status_after": "success",
     *           "rows_before": 9,
     *           "rows_after": 10,
     *           "rows_delta": 1,
     *           "columns_added": [
     *             "b"
     *           ],
     *           "columns_removed": [],
     *           "columns_reordered": false,
     *           "types_changed": [
     *             {
     *               "column": "price",
     *               "before": "integer",
     *               "after": "float"
     *             }
     *           ],
     *           "duration_ms_before": 2.5,
     *           "duration_ms_after": 2,
     *           "duration_ms_delta": -0.5
     *         }
     *       ],
     *       "nodes_added": [],
     *       "nodes_removed": []
     *     }
     */
    RunComparison: {
      /**
       * @description The run that the path names first.
       * @example {
       *       "id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
       *       "flow_id": "7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11",
       *       "status": "success",
       *       "engine": "polars",
       *       "trigger": "manual",
       *       "input_datasets": [],
       *       "parameters": null,
       *       "error_message": null,
       *       "duration_ms": 41.5,
       *       "created_at": "2026-11-21T09:34:09.175000Z"
       *     }
       */
      after: components['schemas']['ComparedRun'];
      /**
       * @description The run that the path names second.
       * @example {
       *       "id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
       *       "flow_id": "7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11",
       *       "status": "success",
       *       "engine": "polars",
       *       "trigger": "manual",
       *       "input_datasets": [],
       *       "parameters": null,
       *       "error_message": null,
       *       "duration_ms": 41.5,
       *       "created_at": "2026-11-21T09:34:09.175000Z"
       *     }
       */
      before: components['schemas']['ComparedRun'];
      /** @description Whether any node differs in more than its duration, or is in one run only; null when `nodes` is null. */
      changed: boolean | null;
      /** @description How much longer this run took. */
      duration_ms_delta: number | null;
      /** @description The nodes of both, in the order of this run; null when a run is unfinished, or has no node results. */
      nodes: components['schemas']['NodeComparison'][] | null;
      /** @description Nodes only this run has. */
      nodes_added: string[];
      /** @description Nodes only the other run has. */
      nodes_removed: string[];
      /**
       * @description The same as `before`.
       * @example {
       *       "id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
       *       "flow_id": "7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11",
       *       "status": "success",
       *       "engine": "polars",
       *       "trigger": "manual",
       *       "input_datasets": [],
       *       "parameters": null,
       *       "error_message": null,
       *       "duration_ms": 41.5,
       *       "created_at": "2026-11-21T09:34:09.175000Z"
       *     }
       */
      other: components['schemas']['ComparedRun'];
      /**
       * @description The same as `after`.
       * @example {
       *       "id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
       *       "flow_id": "7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11",
       *       "status": "success",
       *       "engine": "polars",
       *       "trigger": "manual",
       *       "input_datasets": [],
       *       "parameters": null,
       *       "error_message": null,
       *       "duration_ms": 41.5,
       *       "created_at": "2026-11-21T09:34:09.175000Z"
       *     }
       */
      run: components['schemas']['ComparedRun'];
      /** @description Whether both are runs of one flow. */
      same_flow: boolean;
    };
    /**
     * @description How the results differ from those of the run before.
     * @example {
     *       "previous_run_id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
     *       "previous_run_created_at": "2026-11-21T09:34:09.175000Z",
     *       "nodes": [],
     *       "nodes_added": [
     *         "top"
     *       ],
     *       "nodes_removed": []
     *     }
     */
    RunDrift: {
      /** @description The nodes that differ. */
      nodes: components['schemas']['NodeDrift'][];
      /** @description Nodes only this run has. */
      nodes_added: string[];
      /** @description Nodes only the earlier run has. */
      nodes_removed: string[];
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      previous_run_created_at: string;
      /** @description The run compared with. */
      previous_run_id: string;
    };
    /**
     * @description A file that an output node of a run wrote.
     * @example {
     *       "node_id": "out",
     *       "key": "runs/0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21/attempts/1/outputs/out.csv",
     *       "format": "csv",
     *       "bytes": 23,
     *       "rows": 10
     *     }
     */
    RunOutputRead: {
      /** @description Its size. */
      bytes: number;
      /**
       * @description The format of the file.
       * @enum {string}
       */
      format: 'csv' | 'tsv' | 'excel' | 'parquet' | 'json' | 'jsonl' | 'text';
      /** @description Where the file is in the object store. */
      key: string;
      /** @description The output node. */
      node_id: string;
      /** @description Rows in it. */
      rows: number;
    };
    /**
     * @description The config of sampleRows.
     * @example {
     *       "n": 3,
     *       "seed": 7
     *     }
     */
    SampleRowsConfig: {
      /** @description Share. A share of all rows, such as 0.1, instead of a number of rows. */
      frac?: number | null;
      /**
       * @description Rows. The number of rows. There must be as many. Required, unless a share is given.
       * @default 100
       */
      n?: number | null;
      /**
       * @description Seed. The same seed selects the same rows, on both engines and in exported scripts.
       * @default 42
       */
      seed?: number | components['schemas']['ParameterReference'];
    };
    /**
     * @description Sample Rows: Keeps randomly chosen rows, each at most once, in their order. A number of rows, or a share of them, which is rounded to the nearest number.
     * @example {
     *       "id": "one",
     *       "type": "sampleRows",
     *       "data": {
     *         "config": {
     *           "n": 3,
     *           "seed": 7
     *         }
     *       }
     *     }
     */
    SampleRowsNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['SampleRowsConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'sampleRows';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description A new schedule of a flow.
     * @example {
     *       "cron": "0 7 * * MON-FRI",
     *       "timezone": "Europe/Berlin",
     *       "max_retries": 2
     *     }
     */
    ScheduleCreate: {
      /**
       * @description Whether slots that were missed while no server polled schedules run later: the latest, each once, up to SERVICE_SCHEDULER_CATCH_UP_LIMIT, which is one by default.
       * @default false
       */
      catch_up?: boolean;
      /** @description Five fields (minute hour day month weekday) with `*`, `,`, `-`, `/` and English names, or @yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly. When both day and weekday are set, either matches. */
      cron: string;
      /** @description Free text. */
      description?: string | null;
      /**
       * @description Null: the engine of the flow, else the default.
       * @enum {string|null}
       */
      engine?: 'pandas' | 'polars' | null;
      /**
       * @description Whether it runs at its slots.
       * @default true
       */
      is_enabled?: boolean;
      /**
       * @description Maximum of retries of a failed run before the next slot.
       * @default 0
       */
      max_retries?: number;
      /** @description Need not be unique. */
      name?: string | null;
      /**
       * @description Whether a slot starts no run when neither the flow nor its data have changed since the latest successful run of the schedule: the versions of its datasets, the objects of its storageInputs (path, and ETag or time and size), rows beyond the watermarks of its sqlInputs with incremental_column, and the hosts, ports and databases of its connections. Such a slot is recorded as missed with the reason unchanged. A sqlInput without incremental_column always counts as changed, and so does a check that fails or takes longer than ten seconds: the run says why. A flow with now() or today() runs at each slot unless the schedule has a time_parameter, and so does one with a script that is not deterministic. Retries, run-now and backfills run in any case.
       * @default false
       */
      only_if_changed?: boolean;
      /** @description Values for the flow's declared parameters, by name. */
      parameters?: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Delay of the first retry; it doubles with each retry, up to an hour.
       * @default 60
       */
      retry_delay_seconds?: number;
      /** @description Timeout of each run; 0 means none. Null: the setting RUN_TIMEOUT_SECONDS. */
      run_timeout_seconds?: number | null;
      /** @description A declared text parameter of the flow that is set to the time of each run: ISO 8601, UTC. That is the slot, also of a retry or a caught-up run, and the present for run-now. Null: none; expressions read the time by now() and today(). */
      time_parameter?: string | null;
      /**
       * @description Name of the IANA database, its case as there.
       * @default UTC
       */
      timezone?: string;
    };
    /**
     * @description A schedule; with fields=summary without parameters and recent runs.
     * @example {
     *       "id": "5b0c7a52-8f7e-4c86-9a70-6f0a2b1f3c11",
     *       "flow_id": "dc60953c-3bf9-4e5d-b1c9-43c62e43b51f",
     *       "name": "Every morning",
     *       "description": null,
     *       "cron": "0 7 * * MON-FRI",
     *       "timezone": "Europe/Berlin",
     *       "engine": null,
     *       "is_enabled": true,
     *       "state": "active",
     *       "invalid_reason": null,
     *       "catch_up": false,
     *       "only_if_changed": false,
     *       "max_retries": 2,
     *       "retry_delay_seconds": 60,
     *       "run_timeout_seconds": null,
     *       "parameters": {
     *         "minimum": 10
     *       },
     *       "time_parameter": "day",
     *       "next_run_at": "2026-11-23T06:00:00.000000Z",
     *       "last_fired_at": "2026-11-20T06:00:12.104000Z",
     *       "last_run_id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
     *       "last_status": "success",
     *       "consecutive_failures": 0,
     *       "retry_count": 0,
     *       "disabled_reason": null,
     *       "last_missed_slot": null,
     *       "recent_runs": [
     *         {
     *           "id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
     *           "status": "success",
     *           "created_at": "2026-11-20T06:00:12.171000Z"
     *         }
     *       ],
     *       "created_at": "2026-11-19T09:34:09.175000Z",
     *       "updated_at": "2026-11-19T09:34:09.175000Z"
     *     }
     */
    ScheduleListItem: {
      /** @description Whether slots that were missed while no server polled schedules run later: the latest, each once, up to SERVICE_SCHEDULER_CATCH_UP_LIMIT, which is one by default. */
      catch_up: boolean;
      /** @description Failures since the last success. */
      consecutive_failures: number;
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      created_at: string;
      /** @description The cron expression, as it was sent. */
      cron: string;
      /** @description Free text. */
      description: string | null;
      /** @description Why it was disabled automatically. */
      disabled_reason: string | null;
      /**
       * @description The engine of its runs.
       * @enum {string|null}
       */
      engine: 'pandas' | 'polars' | null;
      /** @description The flow that it runs. */
      flow_id: string;
      /** @description UUID. */
      id: string;
      /** @description Why its times cannot be computed: this server does not know its zone, or cannot read its cron expression. Null when they can. */
      invalid_reason: string | null;
      /** @description Whether it runs at its slots. */
      is_enabled: boolean;
      /**
       * @description When it ran last.
       * @example 2026-11-21T09:34:09.175000Z
       */
      last_fired_at: string | null;
      /** @description The latest missed slot; null: none is recorded. */
      last_missed_slot: components['schemas']['MissedSlotBrief'] | null;
      /** @description Null when the last slot started no run. */
      last_run_id: string | null;
      /**
       * @description Status of the last run.
       * @enum {string|null}
       */
      last_status: 'pending' | 'running' | 'success' | 'failed' | 'cancelled' | null;
      /** @description Maximum of retries of a failed run. */
      max_retries: number;
      /** @description Need not be unique. */
      name: string | null;
      /**
       * @description Null while it is disabled.
       * @example 2026-11-21T09:34:09.175000Z
       */
      next_run_at: string | null;
      /** @description Whether a slot starts no run when neither the flow nor its data have changed since the latest successful run of the schedule: the versions of its datasets, the objects of its storageInputs (path, and ETag or time and size), rows beyond the watermarks of its sqlInputs with incremental_column, and the hosts, ports and databases of its connections. Such a slot is recorded as missed with the reason unchanged. A sqlInput without incremental_column always counts as changed, and so does a check that fails or takes longer than ten seconds: the run says why. A flow with now() or today() runs at each slot unless the schedule has a time_parameter, and so does one with a script that is not deterministic. Retries, run-now and backfills run in any case. */
      only_if_changed: boolean;
      /** @description Values for the flow's declared parameters, by name. */
      parameters?: {
        [key: string]: unknown;
      } | null;
      /** @description The newest five. */
      recent_runs?: components['schemas']['ScheduleRunBrief'][];
      /** @description Retries since the last slot. */
      retry_count: number;
      /** @description Delay of the first retry. */
      retry_delay_seconds: number;
      /** @description Timeout of each run. */
      run_timeout_seconds: number | null;
      /**
       * @description paused_by_flow: enabled, but it does not run while its flow is disabled · invalid: enabled, but its times cannot be computed, see `invalid_reason`.
       * @enum {string}
       */
      state: 'active' | 'disabled' | 'invalid' | 'paused_by_flow';
      /** @description A declared text parameter of the flow that is set to the time of each run: ISO 8601, UTC. That is the slot, also of a retry or a caught-up run, and the present for run-now. Null: none; expressions read the time by now() and today(). */
      time_parameter: string | null;
      /** @description The time zone of the cron expression. */
      timezone: string;
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      updated_at: string;
    };
    /**
     * @description Runs a flow automatically, at the times of a cron expression.
     * @example {
     *       "id": "5b0c7a52-8f7e-4c86-9a70-6f0a2b1f3c11",
     *       "flow_id": "dc60953c-3bf9-4e5d-b1c9-43c62e43b51f",
     *       "name": "Every morning",
     *       "description": null,
     *       "cron": "0 7 * * MON-FRI",
     *       "timezone": "Europe/Berlin",
     *       "engine": null,
     *       "is_enabled": true,
     *       "state": "active",
     *       "invalid_reason": null,
     *       "catch_up": false,
     *       "only_if_changed": false,
     *       "max_retries": 2,
     *       "retry_delay_seconds": 60,
     *       "run_timeout_seconds": null,
     *       "parameters": {
     *         "minimum": 10
     *       },
     *       "time_parameter": "day",
     *       "next_run_at": "2026-11-23T06:00:00.000000Z",
     *       "last_fired_at": "2026-11-20T06:00:12.104000Z",
     *       "last_run_id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
     *       "last_status": "success",
     *       "consecutive_failures": 0,
     *       "retry_count": 0,
     *       "disabled_reason": null,
     *       "last_missed_slot": null,
     *       "recent_runs": [
     *         {
     *           "id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
     *           "status": "success",
     *           "created_at": "2026-11-20T06:00:12.171000Z"
     *         }
     *       ],
     *       "created_at": "2026-11-19T09:34:09.175000Z",
     *       "updated_at": "2026-11-19T09:34:09.175000Z"
     *     }
     */
    ScheduleRead: {
      /** @description Whether slots that were missed while no server polled schedules run later: the latest, each once, up to SERVICE_SCHEDULER_CATCH_UP_LIMIT, which is one by default. */
      catch_up: boolean;
      /** @description Failures since the last success. */
      consecutive_failures: number;
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      created_at: string;
      /** @description The cron expression, as it was sent. */
      cron: string;
      /** @description Free text. */
      description: string | null;
      /** @description Why it was disabled automatically. */
      disabled_reason: string | null;
      /**
       * @description The engine of its runs.
       * @enum {string|null}
       */
      engine: 'pandas' | 'polars' | null;
      /** @description The flow that it runs. */
      flow_id: string;
      /** @description UUID. */
      id: string;
      /** @description Why its times cannot be computed: this server does not know its zone, or cannot read its cron expression. Null when they can. */
      invalid_reason: string | null;
      /** @description Whether it runs at its slots. */
      is_enabled: boolean;
      /**
       * @description When it ran last.
       * @example 2026-11-21T09:34:09.175000Z
       */
      last_fired_at: string | null;
      /** @description The latest missed slot; null: none is recorded. */
      last_missed_slot: components['schemas']['MissedSlotBrief'] | null;
      /** @description Null when the last slot started no run. */
      last_run_id: string | null;
      /**
       * @description Status of the last run.
       * @enum {string|null}
       */
      last_status: 'pending' | 'running' | 'success' | 'failed' | 'cancelled' | null;
      /** @description Maximum of retries of a failed run. */
      max_retries: number;
      /** @description Need not be unique. */
      name: string | null;
      /**
       * @description Null while it is disabled.
       * @example 2026-11-21T09:34:09.175000Z
       */
      next_run_at: string | null;
      /** @description Whether a slot starts no run when neither the flow nor its data have changed since the latest successful run of the schedule: the versions of its datasets, the objects of its storageInputs (path, and ETag or time and size), rows beyond the watermarks of its sqlInputs with incremental_column, and the hosts, ports and databases of its connections. Such a slot is recorded as missed with the reason unchanged. A sqlInput without incremental_column always counts as changed, and so does a check that fails or takes longer than ten seconds: the run says why. A flow with now() or today() runs at each slot unless the schedule has a time_parameter, and so does one with a script that is not deterministic. Retries, run-now and backfills run in any case. */
      only_if_changed: boolean;
      /** @description Values for the flow's declared parameters, by name. */
      parameters: {
        [key: string]: unknown;
      } | null;
      /** @description The newest five. */
      recent_runs: components['schemas']['ScheduleRunBrief'][];
      /** @description Retries since the last slot. */
      retry_count: number;
      /** @description Delay of the first retry. */
      retry_delay_seconds: number;
      /** @description Timeout of each run. */
      run_timeout_seconds: number | null;
      /**
       * @description paused_by_flow: enabled, but it does not run while its flow is disabled · invalid: enabled, but its times cannot be computed, see `invalid_reason`.
       * @enum {string}
       */
      state: 'active' | 'disabled' | 'invalid' | 'paused_by_flow';
      /** @description A declared text parameter of the flow that is set to the time of each run: ISO 8601, UTC. That is the slot, also of a retry or a caught-up run, and the present for run-now. Null: none; expressions read the time by now() and today(). */
      time_parameter: string | null;
      /** @description The time zone of the cron expression. */
      timezone: string;
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      updated_at: string;
    };
    /**
     * @description A run of a schedule, in brief.
     * @example {
     *       "id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
     *       "status": "success",
     *       "created_at": "2026-11-21T06:00:00.171000Z"
     *     }
     */
    ScheduleRunBrief: {
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      created_at: string;
      /** @description The run. */
      id: string;
      /**
       * @description Its state.
       * @enum {string}
       */
      status: 'pending' | 'running' | 'success' | 'failed' | 'cancelled';
    };
    /**
     * @description The fields to change. An absent field is kept, null clears it.
     * @example {
     *       "is_enabled": false
     *     }
     * @example {
     *       "cron": "@daily",
     *       "engine": null
     *     }
     */
    ScheduleUpdate: {
      /** @description Whether slots that were missed while no server polled schedules run later: the latest, each once, up to SERVICE_SCHEDULER_CATCH_UP_LIMIT, which is one by default. */
      catch_up?: boolean;
      /** @description Five fields (minute hour day month weekday) with `*`, `,`, `-`, `/` and English names, or @yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly. When both day and weekday are set, either matches. */
      cron?: string;
      /** @description Free text. */
      description?: string | null;
      /**
       * @description Null: the engine of the flow, else the default.
       * @enum {string|null}
       */
      engine?: 'pandas' | 'polars' | null;
      /** @description Whether it runs at its slots. */
      is_enabled?: boolean;
      /** @description Maximum of retries of a failed run before the next slot. */
      max_retries?: number;
      /** @description Need not be unique. */
      name?: string | null;
      /** @description Whether a slot starts no run when neither the flow nor its data have changed since the latest successful run of the schedule: the versions of its datasets, the objects of its storageInputs (path, and ETag or time and size), rows beyond the watermarks of its sqlInputs with incremental_column, and the hosts, ports and databases of its connections. Such a slot is recorded as missed with the reason unchanged. A sqlInput without incremental_column always counts as changed, and so does a check that fails or takes longer than ten seconds: the run says why. A flow with now() or today() runs at each slot unless the schedule has a time_parameter, and so does one with a script that is not deterministic. Retries, run-now and backfills run in any case. */
      only_if_changed?: boolean;
      /** @description Values for the flow's declared parameters, by name. */
      parameters?: {
        [key: string]: unknown;
      } | null;
      /** @description Delay of the first retry; it doubles with each retry, up to an hour. */
      retry_delay_seconds?: number;
      /** @description Timeout of each run; 0 means none. Null: the setting RUN_TIMEOUT_SECONDS. */
      run_timeout_seconds?: number | null;
      /** @description A declared text parameter of the flow that is set to the time of each run: ISO 8601, UTC. That is the slot, also of a retry or a caught-up run, and the present for run-now. Null: none; expressions read the time by now() and today(). */
      time_parameter?: string | null;
      /** @description Name of the IANA database, its case as there. */
      timezone?: string;
    };
    /**
     * @description The config of selectColumns.
     * @example {
     *       "columns": [
     *         "city",
     *         "id"
     *       ]
     *     }
     */
    SelectColumnsConfig: {
      /**
       * @description Columns. The columns to keep, in the order of the result.
       * @default []
       */
      columns?: string[] | string;
    };
    /**
     * @description Select Columns: Keeps the named columns in the given order and drops all others.
     * @example {
     *       "id": "one",
     *       "type": "selectColumns",
     *       "data": {
     *         "config": {
     *           "columns": [
     *             "city",
     *             "id"
     *           ]
     *         }
     *       }
     *     }
     */
    SelectColumnsNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['SelectColumnsConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'selectColumns';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of sortRows.
     * @example {
     *       "columns": [
     *         "city"
     *       ]
     *     }
     */
    SortRowsConfig: {
      /**
       * @description Ascending. true: smallest first. A list has one direction for each column.
       * @default true
       */
      ascending?:
        | boolean
        | (boolean | 0 | 1 | components['schemas']['ParameterReference'])[]
        | components['schemas']['ParameterReference'];
      /**
       * @description Columns. The first column has precedence; each further column orders the ties.
       * @default []
       */
      columns?: string[] | string;
      /**
       * @description Nulls. Where nulls are placed, regardless of the direction.
       * @default last
       */
      na_position?: ('first' | 'last') | components['schemas']['ParameterReference'];
    };
    /**
     * @description Sort Rows: Sorts the rows by one or more columns. The sort is stable; text is sorted by code point.
     * @example {
     *       "id": "one",
     *       "type": "sortRows",
     *       "data": {
     *         "config": {
     *           "columns": [
     *             "city"
     *           ]
     *         }
     *       }
     *     }
     */
    SortRowsNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['SortRowsConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'sortRows';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description A column of what flows into a node.
     * @example {
     *       "node_id": "in",
     *       "column": "price"
     *     }
     */
    SourceColumn: {
      /** @description Its column. */
      column: string;
      /** @description The node that an edge comes from. */
      node_id: string;
    };
    /**
     * @description The config of splitColumn.
     * @example {
     *       "column": "full name",
     *       "delimiter": ",",
     *       "into": [
     *         "last",
     *         "first"
     *       ]
     *     }
     */
    SplitColumnConfig: {
      /**
       * @description Column. The column that is split.
       * @default
       */
      column?: string;
      /**
       * @description Delimiter. Required for delimiter: a literal text; parts are not trimmed.
       * @default ,
       */
      delimiter?: string;
      /**
       * @description New columns. The names of the parts or groups in their order. Missing ones are null, further ones are dropped. An existing column is replaced in place.
       * @default []
       */
      into?: string[];
      /**
       * @description Keep original. If false, the columns that were read are dropped.
       * @default true
       */
      keep_original?: boolean | null | components['schemas']['ParameterReference'];
      /**
       * @description Split at. delimiter: at each place where it occurs. regex: the first match of the pattern gives its groups.
       * @default delimiter
       */
      mode?: ('delimiter' | 'regex') | components['schemas']['ParameterReference'];
      /**
       * @description Pattern. A regular expression with groups in parentheses, such as (\d+)-(\d+): group 1 of the first match is the first new column, group 2 the second one, and so on. Without a match, and where a group takes no part, the column is null. A pattern without a group splits the text at its matches. Groups may have names, (?P<name>…). (?i) at the start ignores case, (?s) lets a dot match line ends, (?m) lets ^ and $ match at them, (?x) ignores white space; (?i:…) does so in a group. Look-around and back-references are not supported.
       * @default
       */
      pattern?: string;
    };
    /**
     * @description Split Column: Splits the texts of a column into new columns: at a delimiter, or by the groups of a regular expression. Other types become text first.
     * @example {
     *       "id": "one",
     *       "type": "splitColumn",
     *       "data": {
     *         "config": {
     *           "column": "full name",
     *           "delimiter": ",",
     *           "into": [
     *             "last",
     *             "first"
     *           ]
     *         }
     *       }
     *     }
     */
    SplitColumnNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['SplitColumnConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'splitColumn';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of splitRows.
     * @example {
     *       "share": 0.6,
     *       "seed": 1
     *     }
     */
    SplitRowsConfig: {
      /**
       * @description Split by.
       * @default share
       */
      by?: ('share' | 'condition') | components['schemas']['ParameterReference'];
      /**
       * @description Condition. The rows for which it is true are in the first output; those for which it is false or null are in the rest.
       * @default
       */
      expression?: '' | string;
      /**
       * @description Seed. The same seed selects the same rows, on both engines and in exported scripts.
       * @default 42
       */
      seed?: number | components['schemas']['ParameterReference'];
      /**
       * @description Share. The share of the rows in the first output, more than 0, rounded to the nearest number of rows.
       * @default 0.8
       */
      share?: number | components['schemas']['ParameterReference'];
    };
    /**
     * @description Split Rows: Splits the rows into two outputs, each in order: a random share of the rows and the rest, or the rows for which a condition is true and the rest.
     * @example {
     *       "id": "one",
     *       "type": "splitRows",
     *       "data": {
     *         "config": {
     *           "share": 0.6,
     *           "seed": 1
     *         }
     *       }
     *     }
     */
    SplitRowsNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['SplitRowsConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'splitRows';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of sqlInput.
     * @example {
     *       "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *       "format": "csv"
     *     }
     */
    SqlInputConfig: {
      /**
       * @description Connection. The id of a connection.
       * @default
       */
      connection_id?: string;
      /**
       * @description Incremental column. A column that grows with each new or changed row, such as a number, a date or a timestamp. A run then reads only rows beyond the watermark, the greatest value that the latest successful run read; rows without a value are never read. Empty: all rows.
       * @default null
       */
      incremental_column?: string | null;
      /**
       * @description Read. table: all rows of a table. query: the rows of a statement, or of a path of a REST API.
       * @default table
       */
      mode?: ('table' | 'query') | null | components['schemas']['ParameterReference'];
      /**
       * @description Query. One SELECT statement, or one path with its parameters; required for queries. {{ name }} is a parameter: its value is sent beside the text, so write it without quotes.
       * @default
       */
      query?: string | null;
      /**
       * @description Schema. The schema of the table. Empty: the default schema of the connection.
       * @default null
       */
      schema?: string | null;
      /**
       * @description Table. Required for tables. Of a REST API: the path of an endpoint, whose pages are read by the parse options of the connection.
       * @default
       */
      table?: string | null;
    };
    /**
     * @description SQL Input: Reads a table of a database, or the rows of one SELECT statement, in a transaction that cannot write. The columns are known when it runs.
     * @example {
     *       "id": "one",
     *       "type": "sqlInput",
     *       "data": {
     *         "config": {
     *           "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *           "format": "csv"
     *         }
     *       }
     *     }
     */
    SqlInputNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['SqlInputConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'sqlInput';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of sqlOutput.
     * @example {
     *       "format": "csv"
     *     }
     */
    SqlOutputConfig: {
      /**
       * @description Connection. The id of a connection.
       * @default
       */
      connection_id?: string;
      /**
       * @description If the table exists. replace: with a new table of these columns. append: add the rows. fail: change nothing. upsert: update the rows with equal keys and add the others.
       * @default replace
       */
      if_exists?:
        ('replace' | 'append' | 'fail' | 'upsert') | components['schemas']['ParameterReference'];
      /** @description Key columns. Only for upsert: the columns that identify a row. */
      keys?: string[] | string | null;
      /**
       * @description Schema. The schema of the table. Empty: the default schema of the connection.
       * @default null
       */
      schema?: string | null;
      /**
       * @description Table.
       * @default
       */
      table?: string;
    };
    /**
     * @description SQL Output: Writes the rows to a table of a database when the whole flow has succeeded: all rows, or none. A failed or cancelled run leaves the table as it was.
     * @example {
     *       "id": "one",
     *       "type": "sqlOutput",
     *       "data": {
     *         "config": {
     *           "format": "csv"
     *         }
     *       }
     *     }
     */
    SqlOutputNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['SqlOutputConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'sqlOutput';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of storageInput.
     * @example {
     *       "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *       "format": "csv"
     *     }
     */
    StorageInputConfig: {
      /** @description Column names. csv, tsv, excel: The names of all columns as a JSON list, in the place of those of the header, such as ["id","name"]. */
      column_names?: unknown;
      /** @description Comment. csv, tsv: Lines that begin with this character are left out, such as #. */
      comment?: unknown;
      /**
       * @description Connection. The id of a connection.
       * @default
       */
      connection_id?: string;
      /** @description Dates. csv, tsv, json, jsonl: True: text columns whose every value is an ISO 8601 date become datetimes, in UTC. Default: false, they stay text. */
      dates?: unknown;
      /** @description Decimal mark. csv, tsv: The mark before the fraction of a number, . or ,. Default: it is detected in the first 64 KB. */
      decimal?: unknown;
      /** @description Delimiter. csv: What separates the cells: , ; \t | or whitespace, which is one or more blanks or tabs. Default: it is detected in the first 64 KB. */
      delimiter?: unknown;
      /** @description Encoding. csv, tsv: The encoding of the text, such as utf-8, cp1252 or utf-16. Default: it is detected in the first 64 KB. */
      encoding?: unknown;
      /** @description Escape character. csv, tsv: The character after it belongs to the cell, also a quote or the delimiter, such as \. A cell \N alone stays as it is. Default: a quote within quotes is doubled. */
      escape_char?: unknown;
      /**
       * @description Format. The format of the file.
       * @default csv
       */
      format?:
        | ('csv' | 'tsv' | 'excel' | 'parquet' | 'json' | 'jsonl' | 'text')
        | components['schemas']['ParameterReference'];
      /** @description Header. csv, tsv, excel: False when the first line is a row already: the columns are column_1, column_2, … then. Default: true. */
      has_header?: unknown;
      /** @description Partitions. Folders of the path such as year=2026 become columns: integers if every value is a whole number, else text. */
      hive_partitioning?: boolean | components['schemas']['ParameterReference'];
      /** @description Null values. csv, tsv, excel: Texts that stand for null besides the empty one, with commas between them, such as NA,n/a,-. */
      null_values?: unknown;
      /**
       * @description Path. The path of the file or object, relative to the folder or bucket of the connection. A name that ends in .gz is decompressed. A path with *, ? or [a-z] is a pattern, ** stands for folders at any depth: the rows of all files that match are concatenated by column name, in the order of their paths.
       * @default
       */
      path?: string;
      /** @description Quote character. csv, tsv: The character around cells that contain the delimiter, or none. Default: ". */
      quote_char?: unknown;
      /** @description Records. json: The keys that lead to the list of records in an object, with points between them, such as response.items. Default: the file is the list. */
      records?: unknown;
      /** @description Rows. csv, tsv: widest: the longest row determines the number of columns, and the last cells of a row are optional. Default: strict, no row has more cells than the first one. */
      rows?: unknown;
      /** @description Sheet. excel: The name or the 0-based number of a sheet. Default: the first visible one with cells. */
      sheet?: unknown;
      /** @description Skip initial space. csv, tsv: True: blanks between a delimiter and a cell, or its quote, do not belong to the cell. Default: false. */
      skip_initial_space?: unknown;
      /** @description Skip rows. csv, tsv, excel: How many lines above the header are left out. Default: 0. */
      skip_rows?: unknown;
    };
    /**
     * @description Storage Input: Reads files of a local folder or objects of a bucket, as an upload of them is read. The columns are known when it runs.
     * @example {
     *       "id": "one",
     *       "type": "storageInput",
     *       "data": {
     *         "config": {
     *           "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *           "format": "csv"
     *         }
     *       }
     *     }
     */
    StorageInputNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['StorageInputConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'storageInput';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of storageOutput.
     * @example {
     *       "format": "csv"
     *     }
     */
    StorageOutputConfig: {
      /**
       * @description Connection. The id of a connection.
       * @default
       */
      connection_id?: string;
      /**
       * @description Format. The format of the file. In CSV an empty text is "" and null is nothing; an upload reads both as null. A registered dataset keeps the difference.
       * @default parquet
       */
      format?:
        | ('csv' | 'tsv' | 'excel' | 'parquet' | 'json' | 'jsonl' | 'text')
        | components['schemas']['ParameterReference'];
      /**
       * @description If it exists. overwrite: replace the file or object as a whole. error: change nothing, and the run fails.
       * @default overwrite
       */
      if_exists?: ('overwrite' | 'error') | null | components['schemas']['ParameterReference'];
      /**
       * @description Path. The path of the file or object, relative to the folder or bucket of the connection. Empty: the id of the node, with the suffix of the format.
       * @default
       */
      path?: string | null;
    };
    /**
     * @description Storage Output: Writes the rows to a file of a local folder or an object of a bucket when the whole flow has succeeded: all rows, or none.
     * @example {
     *       "id": "one",
     *       "type": "storageOutput",
     *       "data": {
     *         "config": {
     *           "format": "csv"
     *         }
     *       }
     *     }
     */
    StorageOutputNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['StorageOutputConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'storageOutput';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description Which streams a ticket is for.
     * @example {
     *       "run_id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21"
     *     }
     */
    StreamTicketCreate: {
      /** @description The run to follow. */
      run_id: string;
    };
    /**
     * @description Opens the event stream and the log stream of one run, for a minute.
     * @example {
     *       "ticket": "1795426449175.3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
     *       "expires_at": "2026-11-23T09:34:09.175000Z"
     *     }
     */
    StreamTicketRead: {
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      expires_at: string;
      /** @description The value of the query parameter `ticket`. */
      ticket: string;
    };
    /**
     * @description The config of stringTransform.
     * @example {
     *       "column": "s",
     *       "operation": "lower",
     *       "find": null,
     *       "width": null,
     *       "side": null
     *     }
     */
    StringTransformConfig: {
      /**
       * @description Column. The column that is changed.
       * @default
       */
      column?: string;
      /** @description Fill. Only for pad: one character. Default: a space. */
      fill_char?: string | null;
      /** @description Find. Only for replace: a literal text. */
      find?: string | null;
      /**
       * @description Operation. strip removes characters with the Unicode property White_Space: U+00A0 is one; U+001C to U+001F, U+200B and U+FEFF are not. len is the number of characters. title starts a word after each character that is no letter and no combining mark.
       * @default lower
       */
      operation?:
        | (
            | 'lower'
            | 'upper'
            | 'strip'
            | 'lstrip'
            | 'rstrip'
            | 'title'
            | 'capitalize'
            | 'len'
            | 'replace'
            | 'pad'
          )
        | components['schemas']['ParameterReference'];
      /** @description replace. */
      replace?: string | null;
      /** @description Replace with. Only for replace: a literal text for each place where the text is found. Default: none, which removes it. */
      replace_with?: string | null;
      /** @description Side. Only for pad: where the fill goes. Default: left. */
      side?: ('left' | 'right') | null | components['schemas']['ParameterReference'];
      /** @description Width. Only for pad: the number of characters of the result. Longer texts stay. */
      width?: number | null | components['schemas']['ParameterReference'];
    };
    /**
     * @description String Transform: Changes the texts of a column in place: case, blanks, length, a part or the width. Other types become text first.
     * @example {
     *       "id": "one",
     *       "type": "stringTransform",
     *       "data": {
     *         "config": {
     *           "column": "s",
     *           "operation": "lower",
     *           "find": null,
     *           "width": null,
     *           "side": null
     *         }
     *       }
     *     }
     */
    StringTransformNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['StringTransformConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'stringTransform';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description A table or view.
     * @example {
     *       "name": "orders",
     *       "schema_name": "public",
     *       "qualified": "public.orders",
     *       "columns": [
     *         {
     *           "name": "id",
     *           "type": "bigint"
     *         }
     *       ],
     *       "row_estimate": 1200
     *     }
     */
    TableInfo: {
      /** @description In the order of the table. */
      columns: {
        /** @description The name of the column. */
        name: string;
        /** @description Its type in the database. */
        type: string;
      }[];
      /** @description The name of the table, view or collection. */
      name: string;
      /** @description The name with its schema. */
      qualified: string;
      /** @description An estimate of the database, which counts nothing; null: unknown. */
      row_estimate: number | null;
      /** @description Null without schemas. */
      schema_name: string | null;
    };
    /**
     * @description The config of textInput.
     * @example {
     *       "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *       "format": "csv"
     *     }
     */
    TextInputConfig: {
      /**
       * @description Dataset. The id of an uploaded dataset.
       * @default
       */
      dataset_id?: string;
      /**
       * @description Version. The number of the version. Empty: each run reads the latest version.
       * @default null
       */
      dataset_version?: null | number | '' | string | components['schemas']['ParameterReference'];
    };
    /**
     * @description Text Input: Reads an uploaded text dataset: the given version, or the latest.
     * @example {
     *       "id": "one",
     *       "type": "textInput",
     *       "data": {
     *         "config": {
     *           "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *           "format": "csv"
     *         }
     *       }
     *     }
     */
    TextInputNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['TextInputConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'textInput';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The config of topRows.
     * @example {
     *       "by": [
     *         "amount"
     *       ],
     *       "n": 3
     *     }
     */
    TopRowsConfig: {
      /**
       * @description By. The first column has precedence; each further column orders the ties. Nulls are last; rows with equal values keep their order.
       * @default []
       */
      by?: string[] | string;
      /**
       * @description Largest first. If false, the smallest values are kept.
       * @default true
       */
      descending?: boolean | null | components['schemas']['ParameterReference'];
      /**
       * @description Rows. The maximum number of rows to keep.
       * @default 10
       */
      n?: number | components['schemas']['ParameterReference'];
      /**
       * @description Per group. Keeps so many rows of each combination of these columns; null is a value. Empty: of the table.
       * @default []
       */
      per_group?: string[] | string | null;
    };
    /**
     * @description Top Rows: Keeps the rows with the largest or smallest values, of the whole table or of each group, and sorts them.
     * @example {
     *       "id": "one",
     *       "type": "topRows",
     *       "data": {
     *         "config": {
     *           "by": [
     *             "amount"
     *           ],
     *           "n": 3
     *         }
     *       }
     *     }
     */
    TopRowsNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['TopRowsConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'topRows';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description One node and its input: rows, or a dataset.
     * @example {
     *       "type": "limitRows",
     *       "rows": [
     *         {
     *           "id": 1
     *         },
     *         {
     *           "id": 2
     *         }
     *       ],
     *       "config": {
     *         "n": 1
     *       }
     *     }
     */
    TransformationPreviewRequest: {
      /**
       * @description The config of the node.
       * @default {}
       */
      config?: {
        [key: string]: unknown;
      };
      /** @description A dataset whose latest version is the input. */
      dataset_id?: string | null;
      /**
       * @description Maximum number of rows in the response.
       * @default 50
       */
      limit?: number;
      /**
       * @description Whether columns are profiled too.
       * @default false
       */
      profile?: boolean;
      /** @description The input itself: a list of rows, or one list for each input handle. */
      rows?:
        | (
            | {
                [key: string]: unknown;
              }[]
            | {
                [key: string]: {
                  [key: string]: unknown;
                }[];
              }
          )
        | null;
      /** @description The node type. */
      type: string;
    };
    /**
     * @description What a webhook may say about the run; everything is optional.
     * @example {
     *       "engine": "polars"
     *     }
     * @example {
     *       "parameters": {
     *         "min_rain": 5
     *       }
     *     }
     */
    TriggerBody: {
      /**
       * @description Absent: the engine of the flow, else the setting DEFAULT_ENGINE.
       * @enum {string|null}
       */
      engine?: 'pandas' | 'polars' | null;
      /** @description Values for the flow's declared parameters, by name. */
      parameters?: {
        [key: string]: unknown;
      } | null;
    };
    /**
     * @description A column that both runs have, of another type.
     * @example {
     *       "column": "price",
     *       "before": "integer",
     *       "after": "float"
     *     }
     */
    TypeChange: {
      /**
       * @description Its type in this run.
       * @enum {string}
       */
      after: 'integer' | 'float' | 'boolean' | 'datetime' | 'string';
      /**
       * @description Its type in the other run.
       * @enum {string}
       */
      before: 'integer' | 'float' | 'boolean' | 'datetime' | 'string';
      /** @description The column. */
      column: string;
    };
    /**
     * @description The config of unpivot.
     * @example {
     *       "id_vars": [
     *         "shop"
     *       ],
     *       "value_vars": [
     *         "q2",
     *         "q1"
     *       ],
     *       "var_name": "quarter"
     *     }
     */
    UnpivotConfig: {
      /**
       * @description Keep. The columns that every row repeats.
       * @default []
       */
      id_vars?: string[] | string;
      /**
       * @description Value column. The new column with the cells.
       * @default value
       */
      value_name?: string;
      /**
       * @description Turn into rows. Empty: all other columns.
       * @default []
       */
      value_vars?: string[] | string | null;
      /**
       * @description Name column. The new column with the names of the columns.
       * @default variable
       */
      var_name?: string;
    };
    /**
     * @description Unpivot / Melt: Turns columns into rows: each cell gets a row of its own with the name of its column. All rows of the first column come first. Columns of several types become their common type: float for integers and floats, otherwise text.
     * @example {
     *       "id": "one",
     *       "type": "unpivot",
     *       "data": {
     *         "config": {
     *           "id_vars": [
     *             "shop"
     *           ],
     *           "value_vars": [
     *             "q2",
     *             "q1"
     *           ],
     *           "var_name": "quarter"
     *         }
     *       }
     *     }
     */
    UnpivotNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['UnpivotConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'unpivot';
    } & {
      [key: string]: unknown;
    };
    /**
     * @description The dataset that a file was uploaded to.
     * @example {
     *       "id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *       "name": "orders.csv",
     *       "source_type": "csv",
     *       "dataset_kind": "input",
     *       "is_disabled": false,
     *       "deleted_at": null,
     *       "project_id": "7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11",
     *       "latest_version": 1,
     *       "version_count": 1,
     *       "data_sample": [
     *         {
     *           "id": 1
     *         },
     *         {
     *           "id": 2
     *         }
     *       ],
     *       "column_schema": [
     *         {
     *           "name": "id",
     *           "type": "integer"
     *         }
     *       ],
     *       "column_profile": [
     *         {
     *           "name": "id",
     *           "dtype": "integer",
     *           "null_count": 0,
     *           "null_pct": 0,
     *           "distinct": 2,
     *           "scanned": 2,
     *           "total": 2,
     *           "min": 1,
     *           "max": 2,
     *           "mean": 1.5,
     *           "std": 0.7071
     *         }
     *       ],
     *       "parse_options": {
     *         "encoding": "utf-8",
     *         "delimiter": ";",
     *         "decimal": ","
     *       },
     *       "created_at": "2026-11-21T09:34:09.175000Z",
     *       "updated_at": "2026-11-21T09:34:09.175000Z",
     *       "warnings": []
     *     }
     */
    UploadedDataset: {
      /** @description Facts about each column. */
      column_profile: components['schemas']['ColumnProfile'][] | null;
      /** @description The columns, in order. */
      column_schema: components['schemas']['ColumnSchema'][] | null;
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      created_at: string;
      /** @description The first 100 rows of the newest version. An infinity is null, since JSON has none. */
      data_sample:
        | {
            [key: string]: unknown;
          }[]
        | null;
      /**
       * @description `input`: uploaded; `output`: created by a run.
       * @enum {string}
       */
      dataset_kind: 'input' | 'output';
      /**
       * @description Null unless deleted.
       * @example 2026-11-21T09:34:09.175000Z
       */
      deleted_at: string | null;
      /** @description UUID. */
      id: string;
      /** @description Flows cannot read it. */
      is_disabled: boolean;
      /** @description Number of the newest version. */
      latest_version: number;
      /** @description Unique in its project, whatever its case. */
      name: string;
      /** @description How the file was read; null when everything was the default. */
      parse_options: components['schemas']['ParseOptions'] | null;
      /** @description The project it is in. */
      project_id: string;
      /**
       * @description The kind of file.
       * @enum {string}
       */
      source_type: 'csv' | 'tsv' | 'excel' | 'parquet' | 'json' | 'jsonl' | 'text';
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      updated_at: string;
      /** @description How many versions there are. */
      version_count: number;
      /** @description Warnings about a file that could be read; may be empty. */
      warnings: components['schemas']['AnswerWarning'][];
    };
    /**
     * @description A column of the frame that a node makes, and where it comes from.
     * @example {
     *       "name": "total",
     *       "type": "float",
     *       "origin": "computed",
     *       "from": [
     *         {
     *           "node_id": "in",
     *           "column": "price"
     *         }
     *       ]
     *     }
     */
    ValidatedColumn: {
      /** @description The columns that its values come from; none for a dataset and for constants. Several for a computed column, and where inputs are put below each other. */
      from: components['schemas']['SourceColumn'][];
      /** @description The column. */
      name: string;
      /**
       * @description read: from the dataset · passed: taken over as it was · renamed: taken over under another name · computed: anything else.
       * @enum {string}
       */
      origin: 'read' | 'passed' | 'renamed' | 'computed';
      /**
       * @description Its type.
       * @enum {string}
       */
      type: 'integer' | 'float' | 'boolean' | 'datetime' | 'string';
    };
    /**
     * @description What an input node would read.
     * @example {
     *       "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *       "dataset_name": "orders.csv",
     *       "version_number": 3
     *     }
     */
    ValidatedDataset: {
      /** @description The dataset. */
      dataset_id: string;
      /** @description Its name. */
      dataset_name: string;
      /** @description The version that a run would read now. */
      version_number: number;
    };
    /**
     * @description What a node would make.
     * @example {
     *       "node_id": "in",
     *       "type": "fileInput",
     *       "label": "Orders",
     *       "status": "known",
     *       "columns": [
     *         {
     *           "name": "price",
     *           "type": "float",
     *           "origin": "read",
     *           "from": []
     *         }
     *       ],
     *       "plan": [
     *         "source price float"
     *       ],
     *       "rows_by": [],
     *       "dataset": {
     *         "dataset_id": "3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10",
     *         "dataset_name": "orders.csv",
     *         "version_number": 3
     *       }
     *     }
     */
    ValidatedNode: {
      /** @description The columns of its frame, in order; null when unknown. */
      columns: components['schemas']['ValidatedColumn'][] | null;
      /** @description Of an input node. */
      dataset: components['schemas']['ValidatedDataset'] | null;
      /** @description Its label, else its type. */
      label: string;
      /** @description The node. */
      node_id: string;
      /** @description The relational operators that the node lowers to, inputs first, one line each; null while its columns are unknown. Long lines end with `…`. */
      plan: string[] | null;
      /** @description The columns that determine the rows of the output or their order: of filters, sorts and keys. */
      rows_by: components['schemas']['SourceColumn'][];
      /**
       * @description unknown: the node, or one before it, has a problem; `problems` names it.
       * @enum {string}
       */
      status: 'known' | 'unknown';
      /** @description Its type. */
      type: string;
    };
    /**
     * @description One fault. It never carries the value that was sent.
     * @example {
     *       "loc": [
     *         "query",
     *         "limit"
     *       ],
     *       "msg": "Input should be less than or equal to 1000",
     *       "type": "less_than_equal"
     *     }
     */
    ValidationError: {
      /** @description body, query, path or header, then field names and list positions. */
      loc: (string | number)[];
      /** @description The rule that was broken. */
      msg: string;
      /** @description A code for programs. */
      type: string;
    };
    /**
     * @description How far a node of a flow has read incrementally.
     * @example {
     *       "node_id": "orders",
     *       "connection_id": "1f6b3f0a-2f0f-4d0e-8b55-0b1d6a7e8c55",
     *       "schema_name": null,
     *       "table_name": "orders",
     *       "parameters": null,
     *       "column_name": "updated_at",
     *       "type": "datetime",
     *       "value": "2026-11-26 04:15:00.123456+00",
     *       "same_address": true,
     *       "same_query": true,
     *       "run_id": "0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21",
     *       "updated_at": "2026-11-26T04:15:02.175000Z"
     *     }
     */
    WatermarkRead: {
      /** @description Its incremental_column. */
      column_name: string;
      /** @description The connection that it reads. */
      connection_id: string;
      /** @description The input node. */
      node_id: string;
      /** @description The values of the parameters that the query names: each set of values has its own watermark. A text of more than 256 characters is its start and its digest. Null: a table, a query without parameters, or a watermark of a version that had one for all values. */
      parameters: {
        [key: string]: unknown;
      } | null;
      /** @description The run that advanced it; it may be removed. */
      run_id: string;
      /** @description Whether the connection still names the host, port and database that were read. False: runs of the node fail until its watermarks are reset or kept. */
      same_address: boolean;
      /** @description Whether the saved node still has the query whose rows were read, apart from whitespace at its ends. False: runs of the node fail until its watermarks are reset or kept. True for a table. */
      same_query: boolean;
      /** @description Null: the default schema of the connection, or a query. */
      schema_name: string | null;
      /** @description Null: the node reads a query. */
      table_name: string | null;
      /**
       * @description The type of the value.
       * @enum {string}
       */
      type: 'integer' | 'decimal' | 'date' | 'datetime' | 'string';
      /**
       * @description ISO 8601, UTC, with six digits of fraction and Z at the end.
       * @example 2026-11-21T09:34:09.175000Z
       */
      updated_at: string;
      /** @description The greatest value that was read, exact: an integer, a decimal, a text, or a date or datetime in ISO 8601; a datetime with a zone is in UTC. */
      value: string;
    };
    /**
     * @description Whether the webhook trigger is on.
     * @example {
     *       "configured": true
     *     }
     */
    WebhookStatus: {
      /** @description Whether the trigger has a secret. */
      configured: boolean;
    };
    /**
     * @description The config of windowFunction.
     * @example {
     *       "new_column": "new",
     *       "partition_by": [
     *         "shop"
     *       ],
     *       "order_by": [
     *         "day"
     *       ],
     *       "function": "row_number"
     *     }
     */
    WindowFunctionConfig: {
      /**
       * @description Descending. Reads the largest values first. Nulls are last nevertheless.
       * @default false
       */
      descending?: boolean | null | components['schemas']['ParameterReference'];
      /**
       * @description Function. row_number counts from 1, cumcount from 0. Equal rows share a rank, after which rank leaves a gap and dense_rank does not; a null has no rank. cumsum, cummax, cummin and cumprod leave a null at a null and go on; cummax and cummin also read texts, by code point, and booleans. lag is a value before the row, lead one after it.
       * @default row_number
       */
      function?:
        | (
            | 'row_number'
            | 'rank'
            | 'dense_rank'
            | 'cumcount'
            | 'cumsum'
            | 'cummax'
            | 'cummin'
            | 'cumprod'
            | 'lag'
            | 'lead'
          )
        | components['schemas']['ParameterReference'];
      /**
       * @description New column. The last column of the result. An existing column with this name is replaced in place.
       * @default
       */
      new_column?: string;
      /**
       * @description Offset. Only for lag and lead: the number of rows between the row and the value.
       * @default 1
       */
      offset?: number | components['schemas']['ParameterReference'];
      /**
       * @description In order of. The order in which the rows are read; the result keeps the order of the input. Nulls are last. Empty: the order of the input.
       * @default []
       */
      order_by?: string[] | string | null;
      /**
       * @description Per. Computed for each combination of these columns on its own; null is a value. Empty: all rows together.
       * @default []
       */
      partition_by?: string[] | string | null;
      /**
       * @description Target. The column to accumulate or to shift. Row numbers, ranks and cumcount need none.
       * @default
       */
      target?: string | null;
    };
    /**
     * @description Window Function: Adds a column that is computed from other rows: their number, a rank, a running total or a neighbouring value. The rows keep their order.
     * @example {
     *       "id": "one",
     *       "type": "windowFunction",
     *       "data": {
     *         "config": {
     *           "new_column": "new",
     *           "partition_by": [
     *             "shop"
     *           ],
     *           "order_by": [
     *             "day"
     *           ],
     *           "function": "row_number"
     *         }
     *       }
     *     }
     */
    WindowFunctionNode: {
      /** @description Label and config. Other keys are kept. */
      data?:
        | ({
            /** @description A missing key means its default. */
            config?: components['schemas']['WindowFunctionConfig'] | null;
            /** @description A name for people, when it is a text. */
            label?: unknown;
          } & {
            [key: string]: unknown;
          })
        | null;
      /** @description Unique in the graph. */
      id: string;
      /**
       * @description Its type. (enum property replaced by openapi-typescript)
       * @enum {string}
       */
      type: 'windowFunction';
    } & {
      [key: string]: unknown;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  listCategories: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The categories */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CategorySpec'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listConnectors: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The connectors */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectorSpec'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listExporters: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The exporters */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExporterSpec'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listNodeTypes: {
    parameters: {
      query?: {
        /** @description Only node types of this category; an unknown one has none. */
        category?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The node types */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NodeSpec'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listConnections: {
    parameters: {
      query?: {
        /** @description Maximum number of items. Default: all. */
        limit?: number;
        /** @description How many to leave out. */
        offset?: number;
        /** @description Only those that flows of this project may use. */
        project_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The connections */
      200: {
        headers: {
          /** @description The first, previous, next and last page. */
          Link?: string;
          /** @description How many items there are in all. */
          'X-Total-Count'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionRead'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createConnection: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectionCreate'];
      };
    };
    responses: {
      /** @description The connection */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description It conflicts with an existing object or state */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        connection_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The connection */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionRead'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteConnection: {
    parameters: {
      query?: {
        /** @description Also if flows use it. */
        force?: boolean;
      };
      header?: never;
      path: {
        /** @description The id of the resource. */
        connection_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description It conflicts with an existing object or state */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateConnection: {
    parameters: {
      query?: {
        /** @description Also if `project_ids` leaves out projects of flows that use it. */
        force?: boolean;
      };
      header?: never;
      path: {
        /** @description The id of the resource. */
        connection_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectionUpdate'];
      };
    };
    responses: {
      /** @description The connection */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description It conflicts with an existing object or state */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listObjects: {
    parameters: {
      query?: {
        /** @description Maximum number of items. Default: all. */
        limit?: number;
        /** @description How many to leave out. */
        offset?: number;
        /** @description The text with which the paths begin. */
        prefix?: string;
      };
      header?: never;
      path: {
        /** @description The id of the resource. */
        connection_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The paths */
      200: {
        headers: {
          /** @description The first, previous, next and last page. */
          Link?: string;
          /** @description How many items there are in all. */
          'X-Total-Count'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': string[];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  detectObjectDialect: {
    parameters: {
      query: {
        /** @description Its format. */
        format?: 'csv' | 'tsv';
        /** @description The path of the object. */
        path: string;
      };
      header?: never;
      path: {
        /** @description The id of the resource. */
        connection_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The dialect */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FileDialect'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listTables: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        connection_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The tables */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TableInfo'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  testConnection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        connection_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The outcome */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionTestResult'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getKeyring: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Its state */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KeyringAvailability'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  storeKeyringSecret: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['KeyringSecretWrite'];
      };
    };
    responses: {
      /** @description The secret is stored */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KeyringSecretStatus'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description It conflicts with an existing object or state */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getKeyringSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The name of the secret. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Its state */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KeyringSecretStatus'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteKeyringSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The name of the secret. */
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Removed */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listProviders: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The providers */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProviderInfo'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  testConnectionConfig: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ConnectionCreate'];
      };
    };
    responses: {
      /** @description The outcome */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConnectionTestResult'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listDatasets: {
    parameters: {
      query?: {
        /** @description summary: without sample, columns, profile and options. */
        fields?: 'summary';
        /** @description Deleted ones too. */
        include_deleted?: boolean;
        /** @description Maximum number of items. Default: all. */
        limit?: number;
        /** @description How many to leave out. */
        offset?: number;
        /** @description Only those of this project. */
        project_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The datasets */
      200: {
        headers: {
          /** @description The first, previous, next and last page. */
          Link?: string;
          /** @description How many items there are in all. */
          'X-Total-Count'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatasetListItem'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getDataset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        dataset_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The dataset */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatasetRead'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteDataset: {
    parameters: {
      query?: {
        /** @description With purge: even while runs read it. */
        force?: boolean;
        /** @description Purge it immediately. */
        purge?: boolean;
      };
      header?: never;
      path: {
        /** @description The id of the resource. */
        dataset_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description It conflicts with an existing object or state */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateDataset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        dataset_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DatasetUpdate'];
      };
    };
    responses: {
      /** @description The dataset */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatasetRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listDatasetFlows: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        dataset_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The flows */
      200: {
        headers: {
          /** @description How many items there are in all. */
          'X-Total-Count'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRead'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getDatasetProfile: {
    parameters: {
      query?: {
        /** @description Its number; by default the newest. */
        version?: number;
      };
      header?: never;
      path: {
        /** @description The id of the resource. */
        dataset_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description One item a column */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ColumnProfile'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  restoreDataset: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        dataset_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The dataset */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatasetRead'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getDatasetSample: {
    parameters: {
      query?: {
        /** @description Its number; by default the newest. */
        version?: number;
      };
      header?: never;
      path: {
        /** @description The id of the resource. */
        dataset_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The rows */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          }[];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getDatasetSchema: {
    parameters: {
      query?: {
        /** @description Its number; by default the newest. */
        version?: number;
      };
      header?: never;
      path: {
        /** @description The id of the resource. */
        dataset_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The columns */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ColumnSchema'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listDatasetVersions: {
    parameters: {
      query?: {
        /** @description Maximum number of items. */
        limit?: number;
        /** @description How many to leave out. */
        offset?: number;
      };
      header?: never;
      path: {
        /** @description The id of the resource. */
        dataset_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The versions */
      200: {
        headers: {
          /** @description The first, previous, next and last page. */
          Link?: string;
          /** @description How many items there are in all. */
          'X-Total-Count'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DatasetVersionRead'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteDatasetVersion: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        dataset_id: string;
        /** @description From 1 up. */
        version_number: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description It conflicts with an existing object or state */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  downloadDatasetVersion: {
    parameters: {
      query?: {
        /** @description The format of the download. Default: that of the file. */
        as?: 'parquet';
      };
      header?: never;
      path: {
        /** @description The id of the resource. */
        dataset_id: string;
        /** @description From 1 up. */
        version_number: number;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description A range of the file */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description The caller has it already */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The range is not there */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  purgeExpiredDatasets: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description How many were removed */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PurgeResult'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  uploadDataset: {
    parameters: {
      query?: {
        /** @description csv, tsv: The mark before the fraction of a number, . or ,. Default: it is detected in the first 64 KB. */
        decimal?: string;
        /** @description csv: What separates the cells: , ; \t | or whitespace, which is one or more blanks or tabs. Default: it is detected in the first 64 KB. */
        delimiter?: string;
        /** @description csv, tsv: The encoding of the text, such as utf-8, cp1252 or utf-16. Default: it is detected in the first 64 KB. */
        encoding?: string;
        /** @description The project it goes into; by default the default project. */
        project_id?: string;
        /** @description excel: The name or the 0-based number of a sheet. Default: the first visible one with cells. */
        sheet?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** @description csv, tsv, excel: The names of all columns as a JSON list, in the place of those of the header, such as ["id","name"]. */
          column_names?: string;
          /** @description csv, tsv: Lines that begin with this character are left out, such as #. */
          comment?: string;
          /** @description csv, tsv, json, jsonl: True: text columns whose every value is an ISO 8601 date become datetimes, in UTC. Default: false, they stay text. */
          dates?: boolean;
          /** @description csv, tsv: The mark before the fraction of a number, . or ,. Default: it is detected in the first 64 KB. */
          decimal?: string;
          /** @description csv: What separates the cells: , ; \t | or whitespace, which is one or more blanks or tabs. Default: it is detected in the first 64 KB. */
          delimiter?: string;
          /** @description csv, tsv: The encoding of the text, such as utf-8, cp1252 or utf-16. Default: it is detected in the first 64 KB. */
          encoding?: string;
          /** @description csv, tsv: The character after it belongs to the cell, also a quote or the delimiter, such as \. A cell \N alone stays as it is. Default: a quote within quotes is doubled. */
          escape_char?: string;
          /**
           * Format: binary
           * @description The file.
           */
          file: string;
          /** @description csv, tsv, excel: False when the first line is a row already: the columns are column_1, column_2, … then. Default: true. */
          has_header?: boolean;
          /** @description The name of the dataset. By default that of the file; a compressed file loses its .gz. */
          name?: string;
          /** @description csv, tsv, excel: Texts that stand for null besides the empty one, with commas between them, such as NA,n/a,-. */
          null_values?: string;
          /** @description csv, tsv: The character around cells that contain the delimiter, or none. Default: ". */
          quote_char?: string;
          /** @description json: The keys that lead to the list of records in an object, with points between them, such as response.items. Default: the file is the list. */
          records?: string;
          /** @description csv, tsv: widest: the longest row determines the number of columns, and the last cells of a row are optional. Default: strict, no row has more cells than the first one. */
          rows?: string;
          /** @description excel: The name or the 0-based number of a sheet. Default: the first visible one with cells. */
          sheet?: string;
          /** @description csv, tsv: True: blanks between a delimiter and a cell, or its quote, do not belong to the cell. Default: false. */
          skip_initial_space?: boolean;
          /** @description csv, tsv, excel: How many lines above the header are left out. Default: 0. */
          skip_rows?: number;
        };
      };
    };
    responses: {
      /** @description The dataset */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UploadedDataset'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description It conflicts with an existing object or state */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listFlows: {
    parameters: {
      query?: {
        /** @description summary: without graphs. */
        fields?: 'summary';
        /** @description Maximum number of items. Default: all. */
        limit?: number;
        /** @description How many to leave out. */
        offset?: number;
        /** @description Only those of this project. */
        project_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The flows */
      200: {
        headers: {
          /** @description The first, previous, next and last page. */
          Link?: string;
          /** @description How many items there are in all. */
          'X-Total-Count'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowListItem'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createFlow: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FlowCreate'];
      };
    };
    responses: {
      /** @description The flow */
      201: {
        headers: {
          /** @description Names this state of the flow; for If-Match and If-None-Match. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getFlow: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETags of states that the caller has: 304 when the flow is in one of them. */
        'if-none-match'?: string;
      };
      path: {
        /** @description The id of the resource. */
        flow_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The flow */
      200: {
        headers: {
          /** @description Names this state of the flow; for If-Match and If-None-Match. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRead'];
        };
      };
      /** @description The caller has this state already */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateFlow: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETag of the state to change: 412 when the flow has changed since. A run does not count as a change. Absent: any state. */
        'if-match'?: string;
      };
      path: {
        /** @description The id of the resource. */
        flow_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FlowUpdate'];
      };
    };
    responses: {
      /** @description The flow */
      200: {
        headers: {
          /** @description Names this state of the flow; for If-Match and If-None-Match. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description It has changed since the state that If-Match names */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteFlow: {
    parameters: {
      query?: never;
      header?: {
        /** @description ETag of the state to change: 412 when the flow has changed since. A run does not count as a change. Absent: any state. */
        'if-match'?: string;
      };
      path: {
        /** @description The id of the resource. */
        flow_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description It conflicts with an existing object or state */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description It has changed since the state that If-Match names */
      412: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  duplicateFlow: {
    parameters: {
      query?: {
        /** @description Of the copy; by default the name with a number. */
        name?: string;
      };
      header?: never;
      path: {
        /** @description The id of the resource. */
        flow_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The flow */
      201: {
        headers: {
          /** @description Names this state of the flow; for If-Match and If-None-Match. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRead'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  exportFlowDocument: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        flow_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The document */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowDocument'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  exportFlowAsPython: {
    parameters: {
      query?: {
        /** @description Whether frames are deleted after their last use. */
        free_intermediates?: boolean;
        /** @description Whether to include notebooks. */
        include_notebooks?: boolean;
      };
      header?: never;
      path: {
        /** @description The id of the resource. */
        flow_id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['CodeExportRequest'] | null;
      };
    };
    responses: {
      /** @description The scripts */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CodeExportResponse'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  previewFlow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        flow_id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['FlowPreviewRequest'] | null;
      };
    };
    responses: {
      /** @description The frame */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PreviewResponse'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not available on this server */
      501: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createRun: {
    parameters: {
      query?: never;
      header?: {
        /** @description The same key for the same flow means the same run, for ever, whatever else is sent: 410 when that run was removed by retention. Empty: no key. */
        'idempotency-key'?: string;
        /** @description `respond-async`: answer 202 without waiting until the run has finished. */
        prefer?: string;
      };
      path: {
        /** @description The id of the resource. */
        flow_id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['FlowRunCreate'] | null;
      };
    };
    responses: {
      /** @description The finished run, with any outcome */
      201: {
        headers: {
          /** @description Where the run can be read. */
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRunRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description The unfinished run: with `Prefer: respond-async`, or when the server stops before the run has finished */
      202: {
        headers: {
          /** @description Where the run can be read. */
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRunRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description It was removed for good */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not available on this server */
      501: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listFlowSchedules: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        flow_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The schedules */
      200: {
        headers: {
          /** @description How many items there are in all. */
          'X-Total-Count'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScheduleRead'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createSchedule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        flow_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ScheduleCreate'];
      };
    };
    responses: {
      /** @description The schedule */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScheduleRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  triggerFlow: {
    parameters: {
      query?: never;
      header: {
        /** @description The same key for the same flow means the same run, for ever, whatever else is sent: 410 when that run was removed by retention. Empty: no key. */
        'idempotency-key'?: string;
        /** @description The server's webhook secret. Missing or wrong: 403. */
        'x-service-secret': string;
      };
      path: {
        /** @description The id of the resource. */
        flow_id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['TriggerBody'] | null;
      };
    };
    responses: {
      /** @description The finished run, with any outcome */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRunRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description The unfinished run: the server stops, and the run continues */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRunRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description It was removed for good */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not available on this server */
      501: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  validateFlow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        flow_id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['FlowValidateRequest'] | null;
      };
    };
    responses: {
      /** @description What is known of the flow, also when it is not valid */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowValidation'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listWatermarks: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        flow_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The watermarks */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WatermarkRead'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  resetWatermark: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        flow_id: string;
        /** @description The id of the resource. */
        node_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Reset */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  keepWatermark: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        flow_id: string;
        /** @description The id of the resource. */
        node_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The watermarks of the node */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WatermarkRead'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  importFlow: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FlowImport'];
      };
    };
    responses: {
      /** @description The flow */
      201: {
        headers: {
          /** @description Names this state of the flow; for If-Match and If-None-Match. */
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  migrateFlowDocument: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FlowMigrateDocumentRequest'];
      };
    };
    responses: {
      /** @description The document */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowMigrateDocumentResponse'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  validateFlowDocument: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FlowValidateDocument'];
      };
    };
    responses: {
      /** @description What is known of the flow, also when it is not valid */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowValidation'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listProjects: {
    parameters: {
      query?: {
        /** @description Maximum number of items. Default: all. */
        limit?: number;
        /** @description How many to leave out. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The projects */
      200: {
        headers: {
          /** @description The first, previous, next and last page. */
          Link?: string;
          /** @description How many items there are in all. */
          'X-Total-Count'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProjectRead'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createProject: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ProjectCreate'];
      };
    };
    responses: {
      /** @description The project */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProjectRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description It conflicts with an existing object or state */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getProject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        project_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The project */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProjectRead'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateProject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        project_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ProjectUpdate'];
      };
    };
    responses: {
      /** @description The project */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ProjectRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description It conflicts with an existing object or state */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteProject: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        project_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listRuns: {
    parameters: {
      query?: {
        /** @description Runs that read this dataset, or are listed under it. */
        dataset_id?: string;
        /** @description Runs of this flow. */
        flow_id?: string;
        /** @description Maximum number of items. */
        limit?: number;
        /** @description Number of items to skip. */
        offset?: number;
        /** @description Runs of the flows of this project. */
        project_id?: string;
        /** @description Runs that this schedule started. */
        schedule_id?: string;
        /** @description What to sort by. */
        sort_by?: 'created_at' | 'started_at' | 'status';
        /** @description The direction. */
        sort_order?: 'asc' | 'desc';
        /** @description ISO 8601 date or datetime; UTC when it has no offset. */
        started_after?: string;
        /** @description ISO 8601 date or datetime; UTC when it has no offset. */
        started_before?: string;
        /** @description Runs in this state. */
        status?: 'pending' | 'running' | 'success' | 'failed' | 'cancelled';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The runs */
      200: {
        headers: {
          /** @description The first, previous, next and last page. */
          Link?: string;
          /** @description How many items there are in all. */
          'X-Total-Count'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRunSummary'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        run_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The run */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRunRead'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getRunArtifact: {
    parameters: {
      query?: {
        /** @description The form of the chart. */
        format?: 'json' | 'vega-lite' | 'svg' | 'png';
      };
      header?: never;
      path: {
        /** @description The id of a chart node of the flow. */
        node_id: string;
        /** @description The id of the resource. */
        run_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The chart */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ChartArtifact'];
          'application/vnd.vegalite.v5+json': {
            [key: string]: unknown;
          };
          'image/png': string;
          'image/svg+xml': string;
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  cancelRun: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        run_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The cancellation was requested */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CancelResult'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  compareRuns: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        other_run_id: string;
        /** @description The id of the resource. */
        run_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The differences */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunComparison'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  streamRunEvents: {
    parameters: {
      query?: {
        /** @description Of `POST /api/stream-tickets`, in place of the API token, which an EventSource cannot send. */
        ticket?: string;
      };
      header?: {
        /** @description The id of the last event that the client received. */
        'last-event-id'?: string;
      };
      path: {
        /** @description The id of the resource. */
        run_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The events */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': {
            /** @description JSON. */
            data: string;
            /** @description Its kind; absent means message. */
            event?: string;
            /** @description Where a stream can be resumed, when it can. */
            id?: string;
          };
        };
      };
      /** @description The run has finished, and the client has all its events */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  streamRunLogs: {
    parameters: {
      query?: {
        /** @description Of `POST /api/stream-tickets`, in place of the API token, which an EventSource cannot send. */
        ticket?: string;
      };
      header?: never;
      path: {
        /** @description The id of the resource. */
        run_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The events */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': {
            /** @description JSON. */
            data: string;
            /** @description Its kind; absent means message. */
            event?: string;
            /** @description Where a stream can be resumed, when it can. */
            id?: string;
          };
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  downloadRunOutput: {
    parameters: {
      query?: {
        /** @description The output node. Required when the run has several outputs. */
        node_id?: string;
      };
      header?: never;
      path: {
        /** @description The id of the resource. */
        run_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': string;
          'application/vnd.apache.parquet': string;
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': string;
          'application/x-ndjson': string;
          'text/csv': string;
          'text/plain': string;
          'text/tab-separated-values': string;
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  retryRun: {
    parameters: {
      query?: {
        /** @description Which graph. */
        graph?: 'stored' | 'current';
        /** @description Whether nodes whose results that run stored are read instead of executed: the new run uses the cache, as if started with `cache`. A run without the cache has stored nothing. */
        resume?: boolean;
      };
      header?: {
        /** @description The same key for the same run means the same run, as long as the run that is retried is kept, whatever else is sent: 410 when that run was removed by retention. Empty: no key. */
        'idempotency-key'?: string;
        /** @description `respond-async`: answer 202 without waiting until the run has finished. */
        prefer?: string;
      };
      path: {
        /** @description The id of the resource. */
        run_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The finished run, with any outcome */
      201: {
        headers: {
          /** @description Where the run can be read. */
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRunRead'];
        };
      };
      /** @description The unfinished run: with `Prefer: respond-async`, or when the server stops before the run has finished */
      202: {
        headers: {
          /** @description Where the run can be read. */
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRunRead'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description It was removed for good */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not available on this server */
      501: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listSchedules: {
    parameters: {
      query?: {
        /** @description summary: without parameters and recent runs. */
        fields?: 'summary';
        /** @description Schedules of this flow. */
        flow_id?: string;
        /** @description Maximum number of items. Default: all. */
        limit?: number;
        /** @description How many to leave out. */
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The schedules */
      200: {
        headers: {
          /** @description The first, previous, next and last page. */
          Link?: string;
          /** @description How many items there are in all. */
          'X-Total-Count'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScheduleListItem'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getSchedule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        schedule_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The schedule */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScheduleRead'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteSchedule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        schedule_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Deleted */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateSchedule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        schedule_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ScheduleUpdate'];
      };
    };
    responses: {
      /** @description The schedule */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ScheduleRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listBackfill: {
    parameters: {
      query?: {
        /** @description Maximum number of items. */
        limit?: number;
        /** @description Number of items to skip. */
        offset?: number;
      };
      header?: never;
      path: {
        /** @description The id of the resource. */
        schedule_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The slots */
      200: {
        headers: {
          /** @description The first, previous, next and last page. */
          Link?: string;
          /** @description How many items there are in all. */
          'X-Total-Count'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BackfillSlot'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  backfillSchedule: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        schedule_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BackfillCreate'];
      };
    };
    responses: {
      /** @description The slots that would run, with `dry_run` */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BackfillRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description The enqueued slots */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BackfillRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  cancelBackfill: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        schedule_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The number of removed slots */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BackfillCancel'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listMissedSlots: {
    parameters: {
      query?: {
        /** @description Maximum number of items. */
        limit?: number;
        /** @description Number of items to skip. */
        offset?: number;
      };
      header?: never;
      path: {
        /** @description The id of the resource. */
        schedule_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The slots */
      200: {
        headers: {
          /** @description The first, previous, next and last page. */
          Link?: string;
          /** @description How many items there are in all. */
          'X-Total-Count'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MissedSlotRead'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  runScheduleNow: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the resource. */
        schedule_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The finished run, whatever its status */
      201: {
        headers: {
          /** @description Where the run can be read. */
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRunRead'];
        };
      };
      /** @description The unfinished run: the server stops, and the run continues */
      202: {
        headers: {
          /** @description Where the run can be read. */
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRunRead'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description It conflicts with an existing object or state */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not available on this server */
      501: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listScheduleRuns: {
    parameters: {
      query?: {
        /** @description Maximum number of items. */
        limit?: number;
        /** @description Number of items to skip. */
        offset?: number;
      };
      header?: never;
      path: {
        /** @description The id of the resource. */
        schedule_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The runs */
      200: {
        headers: {
          /** @description The first, previous, next and last page. */
          Link?: string;
          /** @description How many items there are in all. */
          'X-Total-Count'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRunSummary'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The settings */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AppSettingRead'][];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  updateSetting: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The key of the setting. */
        key: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AppSettingUpdate'];
      };
    };
    responses: {
      /** @description The setting */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AppSettingRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  resetSetting: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The key of the setting. */
        key: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The setting */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AppSettingRead'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getWebhookStatus: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The state */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookStatus'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createStreamTicket: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['StreamTicketCreate'];
      };
    };
    responses: {
      /** @description The ticket */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StreamTicketRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listTemplates: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The templates */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The public files that it reads. */
            datasets: string[];
            description: string;
            /** @example rain-by-month */
            id: string;
            name: string;
            /** @description The types of its nodes, in order. */
            node_types: string[];
          }[];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  openTemplate: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the template. */
        template_id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description The project of the flow; by default the default project. */
          project_id?: string | null;
        } | null;
      };
    };
    responses: {
      /** @description The flow */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FlowRead'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listTransformations: {
    parameters: {
      query?: {
        /** @description ml for machine learning, etl for the rest; absent for all. */
        category?: 'ml' | 'etl';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The names */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': string[];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  previewTransformation: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TransformationPreviewRequest'];
      };
    };
    responses: {
      /** @description The frame */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PreviewResponse'] &
            components['schemas']['AnswerWarnings'];
        };
      };
      /** @description It breaks a rule of the service */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The API token is missing or invalid */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The origin is not trusted, or the secret is invalid */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The path does not support this method */
      405: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The body is larger than the limit */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Without an API token: the host name of the request is not trusted */
      421: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The request does not have the documented shape */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HTTPValidationError'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description Not available on this server */
      501: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database or the object store is not reachable at the moment, or the service is starting */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Alive */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Health'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  getReadiness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Ready */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Ready'];
        };
      };
      /** @description A defect of the service */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description The database is not reachable */
      503: {
        headers: {
          /** @description Seconds after which it is worth another try. */
          'Retry-After'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ReadyDown'];
        };
      };
    };
  };
}
