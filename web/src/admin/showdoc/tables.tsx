import type { MoveTable, SkipReason } from '@sheaf/contract'
import { useLanguage, useWords } from '../../lib/words.ts'
import { leftWords } from './reasons.words.ts'
import { showdocWords } from './showdoc.words.ts'

/** Table by table: every row that was read is accounted for. */
export function ShowdocTables({ tables }: { tables: MoveTable[] }) {
  const t = useWords(showdocWords)
  const reasons = useWords(leftWords)
  const locale = useLanguage() === 'zh' ? 'zh-CN' : 'en-US'
  const count = (n: number) => n.toLocaleString(locale)
  const leftOf = ({ left }: MoveTable) =>
    (Object.entries(left) as [SkipReason, number][]).map(([why, n]) => `${reasons[why]}: ${count(n)}`).join('; ')
  return (
    <details>
      <summary>{t.noTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on phones it is wider than the screen and scrolled by keyboard, too. */}
      <section className="adm-rows" aria-label={t.noTable} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.table}</th>
              {[t.read, t.written, t.here].map((name) => (
                <th key={name} scope="col" className="r">
                  {name}
                </th>
              ))}
              <th scope="col">{t.left}</th>
            </tr>
          </thead>
          <tbody>
            {tables
              .filter((table) => table.read > 0)
              .map((table) => (
                <tr key={table.table}>
                  <th scope="row">
                    <code>{table.table}</code>
                  </th>
                  <td className="r">{count(table.read)}</td>
                  <td className="r">{count(table.written)}</td>
                  <td className="r">{table.here ? count(table.here) : ''}</td>
                  <td>{leftOf(table)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
