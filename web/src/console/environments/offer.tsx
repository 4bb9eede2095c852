import './environments.css'
import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { environmentWords } from './environments.words.ts'
import { EnvironmentForm, type Started } from './form.tsx'

type Address = Answer<'console', 'addresses'>[number]

/** The servers that the sources name, apart from those that are environments already. Undefined while they are read. */
export function useOffered(item_id: string): Address[] | undefined {
  const environments = useQuery({ ...read(api.console.environments, { item_id }), refetchOnMount: 'always' })
  const addresses = useQuery(read(api.console.addresses, { item_id }))
  if (!environments.data || !addresses.data) return undefined
  const used = new Set(environments.data.map(({ base_url }) => base_url))
  return addresses.data.filter(({ base_url }) => !used.has(base_url))
}

/** What the form of a new environment begins with. */
export const startedWith = ({ base_url, about, title }: Address): Started => ({ base_url, name: about || title })

const SHOWN_MAX = 3

/** On the screen of a source, for managers: servers that its present version names and that no environment has (T11). */
export function ServerHint({ item_id, source_id }: { item_id: string; source_id: string }) {
  const t = useWords(environmentWords)
  const [started, setStarted] = useState<Started>()
  const offered = useOffered(item_id)?.filter((address) => address.source_id === source_id) ?? []
  return (
    <>
      {offered.length > 0 && (
        <section className="env-hint" aria-label={t.offered}>
          <p>{t.hint(offered.length)}</p>
          <ul>
            {offered.slice(0, SHOWN_MAX).map((address) => (
              <li key={address.base_url}>
                <span className="env-address">{address.base_url}</span>
                <button
                  type="button"
                  className="btn small"
                  aria-label={t.useOf(address.base_url)}
                  onClick={() => setStarted(startedWith(address))}
                >
                  {t.use}
                </button>
              </li>
            ))}
          </ul>
          {offered.length > SHOWN_MAX && (
            <Link to={paths.itemSetting(item_id, 'environments')}>{t.hintMore(offered.length - SHOWN_MAX)}</Link>
          )}
        </section>
      )}
      {started && <EnvironmentForm item_id={item_id} started={started} onClose={() => setStarted(undefined)} />}
    </>
  )
}
