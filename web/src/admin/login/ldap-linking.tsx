import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { read, write } from '../../lib/query.ts'
import { useWords } from '../../lib/words.ts'
import { toast } from '../../ui/toast.ts'
import { loginWords } from './settings.words.ts'

/** Accounts that were here before the directory: who is the same person is an administrator's word, never that of a name alone. */
export function LdapLinking() {
  const t = useWords(loginWords)
  const [isLooking, setLooking] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const found = useQuery({ ...read(api.adminSetting.ldapMatches, {}), enabled: isLooking, retry: false, gcTime: 0 })
  const link = useMutation({
    ...write(api.adminSetting.linkLdap),
    onSuccess: ({ linked }) => toast(t.linkDone(linked)),
    onError: (error) => toast(error.message, 'bad'),
  })
  const chosen = (found.data ?? []).filter(({ uid }) => !left.has(uid))
  const turn = (uid: string) => setLeft((before) => new Set(before.has(uid) ? [...before].filter((one) => one !== uid) : [...before, uid]))
  return (
    <section className="adm-box adm-trial" aria-label={t.linkTitle}>
      <h2>{t.linkTitle}</h2>
      <p className="adm-sub">{t.linkAbout}</p>
      <ul className="adm-pairs">
        {found.data?.map(({ uid, username, name, entry }) => (
          <li key={uid}>
            <label>
              <input type="checkbox" checked={!left.has(uid)} onChange={() => turn(uid)} />
              <span>
                {username}
                {name && ` (${name})`}
                <small>{entry}</small>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {chosen.length > 0 ? (
        <button
          type="button"
          className="btn"
          disabled={link.isPending}
          onClick={() => link.mutate({ uids: JSON.stringify(chosen.map(({ uid }) => Number(uid))) })}
        >
          {t.linkDo(chosen.length)}
        </button>
      ) : (
        <button
          type="button"
          className="btn"
          disabled={found.isFetching}
          onClick={() => {
            setLooking(true)
            setLeft(new Set())
            if (isLooking) void found.refetch()
          }}
        >
          {found.isFetching ? t.trying : t.linkLook}
        </button>
      )}
      <div role="status">
        {found.error && <p className="line-note bad">{found.error.message}</p>}
        {found.data?.length === 0 && <p className="line-note info">{t.linkNone}</p>}
      </div>
    </section>
  )
}
