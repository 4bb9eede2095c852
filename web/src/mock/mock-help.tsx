import type { Language } from '@sheaf/contract/errors'
import { useLanguage, useWords } from '../lib/words.ts'
import { mockWords } from './mock.words.ts'

type Rule = Extract<keyof typeof mockWords.en, `${string}Rule`>

const rules: [string | Record<Language, string>, Rule][] = [
  ['"list|1-10": [ {…} ]', 'listRule'],
  ['"status|1": ["on", "off"]', 'pickRule'],
  ['"id|+1": 1', 'stepRule'],
  ['"age|1-100": 0', 'rangeRule'],
  ['"price|1-100.2": 0', 'floatRule'],
  ['"open|1": true', 'boolRule'],
  ['"stars|3": "★"', 'repeatRule'],
  [{ en: '"@name"', zh: '"@cname"' }, 'nameRule'],
  ['"@datetime"', 'dateRule'],
  ['"@email"', 'webRule'],
  [{ en: '"@title"', zh: '"@ctitle"' }, 'textRule'],
  ['"@integer(1, 100)"', 'numberRule'],
  ['"@string(\'number\', 11)"', 'stringRule'],
  ['"@city"', 'placeRule'],
  ['"no. @id"', 'sameRule'],
]

/** What can be written, by examples. */
export function MockHelp() {
  const t = useWords(mockWords)
  const language = useLanguage()
  return (
    <details className="mk-help">
      <summary>{t.help}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.write}</th>
            <th scope="col">{t.get}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map(([example, word]) => (
            <tr key={word}>
              <td>
                <code>{typeof example === 'string' ? example : example[language]}</code>
              </td>
              <td>{t[word]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t.moreHelp}</p>
    </details>
  )
}
