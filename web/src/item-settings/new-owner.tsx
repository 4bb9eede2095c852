import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { api } from '../lib/api.ts'
import { read } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import type { SettingItem } from './basics.tsx'
import { settingWords } from './screen.words.ts'

interface NewOwnerProps {
  item: SettingItem
  value: string
  wrong: string
  onChange: (value: string) => void
}

/** A user name; whoever is meant is named below it, so that nobody hands an item to a stranger of a similar name. */
export function SettingNewOwner({ item, value, wrong, onChange }: NewOwnerProps) {
  const t = useWords(settingWords)
  const id = useId()
  const users = useQuery(read(api.user.allUser, { username: '' }))
  const meant = users.data?.find((user) => user.username === value.trim())
  const below = wrong || meant?.name
  return (
    <div className="field">
      <label htmlFor={id}>{t.newOwner}</label>
      <input
        id={id}
        name="username"
        className={wrong ? 'input err' : 'input'}
        list={`${id}-users`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        aria-invalid={wrong !== ''}
        aria-describedby={below ? `${id}-below` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}-users`}>
        {users.data
          ?.filter((user) => user.uid !== item.uid)
          .map((user) => (
            <option key={user.uid} value={user.username} label={user.name ? `${user.username} (${user.name})` : user.username} />
          ))}
      </datalist>
      {below && (
        <div className={wrong ? 'help err' : 'help'} id={`${id}-below`} role={wrong ? 'alert' : undefined}>
          {wrong && <CircleAlert className="i" aria-hidden="true" />}
          {below}
        </div>
      )}
    </div>
  )
}
