/*
 * Every column has a lowercase alias, because MySQL 8 returns the columns of information_schema in uppercase. Columns that only some
 * server versions have are in separate queries that can fail.
 */
const of = (table: string) => `where ${table}.table_schema in (?)`

export const tables = `
  select t.table_schema as \`schema\`, t.table_name as name, t.table_type as kind, t.table_comment as comment, v.view_definition as definition
  from information_schema.tables t
    left join information_schema.views v on v.table_schema = t.table_schema and v.table_name = t.table_name
  ${of('t')} order by 1, 2`

export const tableNames = `
  select t.table_schema as \`schema\`, t.table_name as \`table\` from information_schema.tables t ${of('t')}`

export const columns = `
  select c.table_schema as \`schema\`, c.table_name as \`table\`, c.column_name as name, c.column_type as type, c.is_nullable as nullable,
    c.column_default as value, c.extra as extra, c.generation_expression as computed, c.column_comment as comment
  from information_schema.columns c ${of('c')} order by 1, 2, c.ordinal_position`

export const indexes = `
  select s.table_schema as \`schema\`, s.table_name as \`table\`, s.index_name as name, s.non_unique as many, s.column_name as \`column\`,
    s.sub_part as part, s.collation as direction, s.index_type as method, s.index_comment as comment
  from information_schema.statistics s ${of('s')} order by 1, 2, s.index_name = 'PRIMARY' desc, 3, s.seq_in_index`

/** Indexes over expressions, MySQL only. */
export const indexExpressions = `
  select s.table_schema as \`schema\`, s.table_name as \`table\`, s.index_name as name, s.seq_in_index as at, s.expression as expression
  from information_schema.statistics s ${of('s')} and s.expression is not null`

/** MariaDB shows the rules only to users with more rights than reading. */
export const foreignKeys = `
  select k.table_schema as \`schema\`, k.table_name as \`table\`, k.constraint_name as name, k.column_name as \`column\`,
    k.referenced_table_schema as to_schema, k.referenced_table_name as to_table, k.referenced_column_name as to_column,
    r.delete_rule as deleted, r.update_rule as updated
  from information_schema.key_column_usage k
    left join information_schema.referential_constraints r
      on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name and r.table_name = k.table_name
  ${of('k')} and k.referenced_table_name is not null order by 1, 2, 3, k.ordinal_position`

export const triggers = `
  select t.event_object_schema as \`schema\`, t.event_object_table as \`table\`, t.trigger_name as name,
    concat(t.action_timing, ' ', t.event_manipulation, ' ', t.action_statement) as definition
  from information_schema.triggers t where t.event_object_schema in (?) order by 1, 2, 3`

/** MariaDB stores the table name with the check, MySQL with the other constraints. */
export const mariadbChecks = `
  select c.constraint_schema as \`schema\`, c.table_name as \`table\`, c.constraint_name as name, c.check_clause as expression
  from information_schema.check_constraints c where c.constraint_schema in (?) order by 1, 2, 3`
export const mysqlChecks = `
  select t.table_schema as \`schema\`, t.table_name as \`table\`, c.constraint_name as name, c.check_clause as expression
  from information_schema.check_constraints c join information_schema.table_constraints t
    on t.constraint_schema = c.constraint_schema and t.constraint_name = c.constraint_name and t.constraint_type = 'CHECK'
  where c.constraint_schema in (?) order by 1, 2, 3`
