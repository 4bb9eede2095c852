import { Lock } from 'lucide-react'
import { useWords } from '../../lib/words.ts'
import { Select } from '../../ui/forms/select.tsx'
import type { NewsRows, Saving } from './saving.ts'
import { watchSettingWords } from './settings.words.ts'

const shown = ['to_me', 'watched', 'feedback'] as const satisfies (keyof NewsRows)[]
const times = ['soon', 'daily', 'weekly', 'none'] as const

/** In the list with every choice of the user. */
function Always() {
  const t = useWords(watchSettingWords)
  return (
    <span className="watch-lock" title={t.always}>
      <Lock className="i" aria-hidden="true" />
      <span className="visually-hidden">{t.always}</span>
      <span className="watch-narrow" aria-hidden="true">
        {t.inListShort}
      </span>
    </span>
  )
}

/** Which news is among the notices, and when there is mail about it. */
export function Rows({ saving: { settings, choose } }: { saving: Saving }) {
  const t = useWords(watchSettingWords)
  const { rows } = settings
  const what = (name: (typeof shown)[number] | 'security') => (
    <th scope="row">
      <b>{t[name]}</b>
      <small>{t[`${name}Text`]}</small>
    </th>
  )
  return (
    <table className="watch-rows" aria-label={t.rows}>
      <thead>
        <tr>
          <th>{t.what}</th>
          <th>{t.list}</th>
          <th>{t.mail}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((name) => (
          <tr key={name}>
            {what(name)}
            <td>
              {name === 'to_me' ? (
                <Always />
              ) : (
                <label className="watch-tick">
                  <input
                    type="checkbox"
                    aria-label={t.inList(t[name])}
                    checked={rows[name].list}
                    onChange={(event) => choose({ rows: { ...rows, [name]: { ...rows[name], list: event.target.checked } } })}
                  />
                  <span className="watch-narrow">{t.inListShort}</span>
                </label>
              )}
            </td>
            <td>
              <span className="watch-narrow" aria-hidden="true">
                {t.mail}
              </span>
              <Select
                small
                aria-label={t.mailOf(t[name])}
                value={rows[name].mail}
                disabled={settings.mail === 'off'}
                onChange={(mail) => choose({ rows: { ...rows, [name]: { ...rows[name], mail: mail as (typeof times)[number] } } })}
              >
                {times.map((time) => (
                  <option key={time} value={time}>
                    {t[time]}
                  </option>
                ))}
              </Select>
            </td>
          </tr>
        ))}
        <tr>
          {what('security')}
          <td>
            <Always />
          </td>
          <td className="muted">
            {settings.mail === 'off' ? (
              t.none
            ) : (
              <>
                <span className="watch-narrow" aria-hidden="true">
                  {t.mail}
                </span>
                {t.atOnce}
              </>
            )}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
