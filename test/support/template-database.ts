/** A migrated, empty database, the template of the tests' databases. */
export const TEMPLATE_DATABASE = 'millrace_template';
