/*
 * SQLite has no comments on tables and columns, but keeps the words a table was made with. There people write
 *   create table orders ( -- one row per order
 *     state integer not null, -- 1 open, 2 paid
 * A comment belongs to the column whose line it ends; on a line of its own, to the column that follows.
 */
const token = /--([^\n]*)|\/\*([\s\S]*?)\*\/|'(?:[^']|'')*'|"((?:[^"]|"")*)"|`([^`]*)`|\[([^\]]*)\]|\w+|\n|[\s\S]/g
const notColumns = /^(?:constraint|primary|unique|check|foreign)$/i

export function sqliteComments(sql: string): { table: string; columns: Map<string, string> } {
  const columns = new Map<string, string[]>()
  const table: string[] = []
  let [depth, column, expectsName, seen] = [0, '', false, false]
  // After a comma the comment at the end of that line still belongs to the column before it.
  let last = ''
  let above: string[] = []
  for (const [part, dashes, stars, quoted, ticked, bracketed] of sql.matchAll(token)) {
    const comment = (dashes ?? stars)?.trim()
    if (comment) {
      const owner = column || last
      if (owner) columns.set(owner, [...(columns.get(owner) ?? []), comment])
      else if (seen) above.push(comment)
      else table.push(comment)
    } else if (part === '(') expectsName = depth++ === 0 || expectsName
    else if (part === ')') depth--
    else if (part === ',' && depth === 1) [last, column, expectsName] = [column, '', true]
    else if (part === '\n') last = ''
    else if (expectsName && part.trim() && dashes === undefined && stars === undefined) {
      const name = quoted ?? ticked ?? bracketed ?? part
      column = notColumns.test(part) ? '' : name.toLowerCase()
      if (column && above.length > 0) columns.set(column, above)
      if (!column) last = ''
      above = []
      seen = true
      expectsName = false
    }
  }
  const joined = [...columns].map(([name, comments]) => [name, comments.join(' ')] as const)
  return { table: table.join(' '), columns: new Map(joined) }
}
