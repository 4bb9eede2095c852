/*
 * These queries use the system catalog because information_schema hides objects of other owners and has no indexes.
 * $1 is the list of selected schemas, or null for all except PostgreSQL's own.
 */
const wanted = `
  ($1::text[] is null and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' or n.nspname = any($1::text[]))`
const notOfExtension = (table: string, id: string) =>
  `not exists (select from pg_depend d where d.classid = '${table}'::regclass and d.objid = ${id} and d.deptype = 'e')`
/** Partitions are represented by their parent: they are often created every month and have the same columns. */
const relation = `c.relkind in ('r','p','v','m','f') and not c.relispartition and ${notOfExtension('pg_class', 'c.oid')} and ${wanted}`
const from = 'from pg_class c join pg_namespace n on n.oid = c.relnamespace'

export const tables = `
  select c.oid::int8::text as id, n.nspname as schema, c.relname as name, c.relkind as kind,
    coalesce(obj_description(c.oid, 'pg_class'), '') as comment,
    case when c.relkind in ('v','m') then pg_get_viewdef(c.oid, true) end as definition,
    case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end as partitioned
  ${from} where ${relation} order by 2, 3`

export const columns = `
  select c.oid::int8::text as id, a.attnum::text as number, a.attname as name, a.attnotnull as required, a.attidentity as identity, a.attgenerated as generated,
    case when t.typtype = 'd' then format_type(a.atttypid, a.atttypmod) || ' (' || format_type(t.typbasetype, t.typtypmod) || ')'
      else format_type(a.atttypid, a.atttypmod) end as type,
    pg_get_expr(d.adbin, d.adrelid) as value, coalesce(col_description(c.oid, a.attnum), '') as comment
  ${from} join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where ${relation} order by c.oid, a.attnum`

/** PostgreSQL writes columns as in SQL, with quotation marks around many names; columns of tables and of keys have the name itself. */
export const indexes = `
  select c.oid::int8::text as id, i.relname as name, x.indisunique as unique, x.indisprimary as primary, m.amname as method,
    array(select coalesce(a.attname::text, pg_get_indexdef(x.indexrelid, k, true)) || case when x.indoption[k - 1] & 1 = 1 then ' DESC' else '' end from generate_series(1, x.indnkeyatts) k
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = nullif(x.indkey[k - 1], 0) order by k) as columns,
    pg_get_expr(x.indpred, x.indrelid, true) as where, coalesce(obj_description(i.oid, 'pg_class'), '') as comment
  ${from} join pg_index x on x.indrelid = c.oid join pg_class i on i.oid = x.indexrelid join pg_am m on m.oid = i.relam
  where ${relation} order by x.indisprimary desc, i.relname`

const names = (table: string, keys: string) =>
  `array(select a.attname::text from unnest(${keys}) with ordinality k(num, at)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = k.num order by k.at)`

export const foreignKeys = `
  select c.oid::int8::text as id, f.conname as name, fn.nspname as schema, fc.relname as table,
    ${names('f.conrelid', 'f.conkey')} as columns, ${names('f.confrelid', 'f.confkey')} as references,
    f.confdeltype as deleted, f.confupdtype as updated
  ${from} join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.conparentid = 0
    join pg_class fc on fc.oid = f.confrelid join pg_namespace fn on fn.oid = fc.relnamespace
  where ${relation} order by f.conname`

export const checks = `
  select c.oid::int8::text as id, k.conname as name, pg_get_expr(k.conbin, k.conrelid, true) as expression
  ${from} join pg_constraint k on k.conrelid = c.oid and k.contype = 'c' where ${relation} order by k.conname`

export const triggers = `
  select c.oid::int8::text as id, g.tgname as name, pg_get_triggerdef(g.oid, true) as definition
  ${from} join pg_trigger g on g.tgrelid = c.oid and not g.tgisinternal where ${relation} order by g.tgname`

/** The cluster and the database in it. Not every user may ask for the cluster. */
export const identity = `
  select s.system_identifier::text || '-' || d.oid::int8::text as id
  from pg_control_system() s, pg_database d where d.datname = current_database()`

export const enums = `
  select n.nspname as schema, t.typname as name, coalesce(obj_description(t.oid, 'pg_type'), '') as comment,
    array(select e.enumlabel::text from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder) as values
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
  where t.typtype = 'e' and ${notOfExtension('pg_type', 't.oid')} and ${wanted} order by 1, 2`
