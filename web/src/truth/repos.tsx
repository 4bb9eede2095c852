import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, read } from '../lib/api.ts'
import { shortDate } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/forms/field.tsx'
import { FormActions } from '../ui/forms/form-foot.tsx'
import { useSend } from '../ui/send.ts'
import { Marked } from '../ui/text/marked.tsx'
import { shortRef } from './proofs.tsx'
import { repoWords } from './truth.words.ts'

type Repo = Answer<'truth', 'repos'>[number]

const isPattern = (text: string) => /^https?:\/\/\S+$/i.test(text) && text.includes('{from}') && text.includes('{to}')

/** The address that compares two commits of a repository; an empty one is removed. */
function PatternDialog({ item_id, repo, onClose }: { item_id: string; repo: Repo; onClose: () => void }) {
  const t = useWords(repoWords)
  const [pattern, setPattern] = useState(repo.pattern)
  const [wrong, setWrong] = useState<string>()
  const save = useSend(api.truth.repos, {
    done: (_, input) => (input.pattern ? t.saved : t.removed),
    onDone: onClose,
    onFailed: (error) => setWrong(error.message),
  })
  const submit = () => {
    const text = pattern.trim()
    if (text && !isPattern(text)) return setWrong(t.patternWrong('{from}', '{to}'))
    void save.send({ item_id, repo: repo.repo, pattern: text })
  }
  return (
    <Dialog
      title={t.formTitle(repo.repo)}
      onClose={onClose}
      onSubmit={submit}
      actions={<FormActions action={t.save} disabled={save.busy} onClose={onClose} />}
    >
      <Field
        label={t.pattern}
        help={t.patternHelp('{from}', '{to}', 'https://git.example.com/shop/compare/{from}...{to}')}
        wrong={wrong}
        value={pattern}
        inputMode="url"
        maxLength={1000}
        data-autofocus=""
        onChange={(event) => {
          setPattern(event.target.value)
          setWrong(undefined)
        }}
      />
    </Dialog>
  )
}

/** The repositories that pages of the item name, with the address that compares their commits. */
export function Repositories({ item_id, canManage }: { item_id: string; canManage: boolean }) {
  const t = useWords(repoWords)
  const language = useLanguage()
  const { data } = useQuery(read(api.truth.repos, { item_id, repo: '' }))
  const [edited, setEdited] = useState<Repo>()
  if (!data?.length) return null
  const seen = ({ seen_time, seen_ref }: Repo) => {
    if (Number(seen_time) === 0) return t.never
    const when = shortDate(Number(seen_time), language)
    return seen_ref ? t.checkedAt(when, shortRef(seen_ref)) : t.checked(when)
  }
  return (
    <section className="truth-repos" aria-labelledby="truth-repos">
      <h2 id="truth-repos">{t.title}</h2>
      <p className="help">{t.about}</p>
      <ul>
        {data.map((one) => (
          <li key={one.repo}>
            <div className="grow">
              <b>{one.repo}</b>
              <small>
                <Marked text={seen(one)} />
              </small>
            </div>
            <span className="mono muted">{one.pattern || t.none}</span>
            {canManage && (
              <button
                type="button"
                className="btn small"
                aria-label={one.pattern ? t.changeOf(one.repo) : t.addOf(one.repo)}
                onClick={() => setEdited(one)}
              >
                {one.pattern ? t.change : t.add}
              </button>
            )}
          </li>
        ))}
      </ul>
      {edited && <PatternDialog item_id={item_id} repo={edited} onClose={() => setEdited(undefined)} />}
    </section>
  )
}
