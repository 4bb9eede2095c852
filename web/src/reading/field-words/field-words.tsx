import './field-words.css'
import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { api, read } from '../../lib/api.ts'
import { useBase } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { NewPlace } from '../../source/waiting/new-place.tsx'
import { useSend } from '../../ui/send.ts'
import { fieldWords } from './field-words.words.ts'
import { addOrigins, addPencils, focusPencil, nameOf, type Place, placesIn, schemaOf, showForm, type Word, wordsAt } from './places.ts'
import { WordsForm } from './words-form.tsx'

interface Props {
  page_id: string
  /** The version of the page that is shown. */
  version: string
  /** The HTML of the article: other HTML has other elements. */
  html: string
  root: RefObject<HTMLDivElement | null>
}

interface LeftProps extends Answer<'source', 'words'> {
  page_id: string
}

/** Words for places that the source no longer has, and lines of the block that are no words. */
function LeftWords({ page_id, version, source_id, words, unreadable }: LeftProps) {
  const t = useWords(fieldWords)
  const { send, busy } = useSend(api.source.saveWords, { failed: true, done: t.removed })
  const decide = useSend(api.source.decide, { failed: true, done: t.movedWords })
  const move = ({ path, mode }: Word, to: string) =>
    decide.send({ source_id, words: JSON.stringify([{ page_id: Number(page_id), path, mode, choice: 'move', to }]) })
  const homeless = words.filter((word) => word.state === 'homeless')
  return (
    <aside className="fw-left">
      {homeless.length > 0 && (
        <section aria-labelledby="fw-homeless">
          <h2 id="fw-homeless">{t.homeless}</h2>
          <p>{t.homelessAbout}</p>
          <ul>
            {homeless.map((word) => {
              const { path, mode, words: text } = word
              const isBusy = busy || decide.busy
              return (
                <li key={`${mode} ${path}`}>
                  <code>{path}</code>
                  <span>{text}</span>
                  <NewPlace {...word} isBusy={isBusy} onMove={(to) => void move(word, to)} />
                  <button
                    type="button"
                    className="btn small"
                    disabled={isBusy}
                    aria-label={t.drop(path)}
                    onClick={() => void send({ page_id, path, mode, words: '', base_version: version, alone: false, schema: '' })}
                  >
                    {t.dropText}
                  </button>
                </li>
              )
            })}
          </ul>
        </section>
      )}
      {unreadable.length > 0 && (
        <section aria-labelledby="fw-unreadable">
          <h2 id="fw-unreadable">{t.unreadable}</h2>
          <p>
            {t.unreadableAbout} <code>query.limit: …</code>
          </p>
          <ul>
            {unreadable.map((line, at) => (
              <li key={at}>
                <code>{line}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  )
}

/** For editors of a page that shows an operation: a pencil at each field, and a form in place to write about it (T17, T18). */
export function FieldWords({ page_id, version, html, root }: Props) {
  const t = useWords(fieldWords)
  const { data, refetch } = useQuery(read(api.source.words, { page_id }))
  const knownVersion = data?.version
  useEffect(() => {
    if (knownVersion !== undefined && knownVersion !== version) void refetch()
  }, [knownVersion, version, refetch])
  const [places, setPlaces] = useState<Place[]>([])
  const [open, setOpen] = useState('')
  const [closed, setClosed] = useState('')
  const [shared, setShared] = useState<{ is: boolean; draft: string }>()
  const base = useBase()
  const [form] = useState(() => document.createElement('div'))

  /* `html` is a dependency because a new text replaces all elements. */
  useEffect(() => {
    const article = root.current
    if (!article || !data) return
    const all = placesIn(article)
    setPlaces(all)
    const removeOrigins = addOrigins(all, data.schemas, t.from, (page) => base + paths.page(page, page.page_id))
    const removePencils = addPencils(all, data.words, {
      name: (path, hasWords) => (hasWords ? t.change(nameOf(path, t)) : t.write(nameOf(path, t))),
      tip: (word) => (!word ? '' : word.state === 'moved_on' ? t.moved : word.now ? `${t.says} ${word.now}` : t.saysNothing),
    })
    const onClick = ({ target }: MouseEvent) => {
      const button = (target as Element).closest<HTMLElement>('[data-write]')
      if (!button) return
      setShared(undefined)
      setOpen(button.dataset['write'] ?? '')
    }
    article.addEventListener('click', onClick)
    return () => {
      article.removeEventListener('click', onClick)
      removePencils()
      removeOrigins()
    }
  }, [html, data, root, t, base])

  const place = open ? places.find(({ path }) => path === open) : undefined
  /* Before the effects of the form, which cannot have the focus outside of the document. */
  useLayoutEffect(() => {
    if (place) return showForm(form, place)
  }, [place, form])

  /* The button is there again only after the effect above. */
  useEffect(() => {
    if (!closed || !root.current) return
    focusPencil(root.current, closed)
    setClosed('')
  }, [closed, root, places])

  const close = useCallback(() => {
    setOpen('')
    setClosed(open)
  }, [open])

  if (!data) return null
  const own = wordsAt(data.words, open)
  const schema = place && schemaOf(data.schemas, place)
  const isShared = schema !== undefined && (shared?.is ?? (own.length === 0 && place?.from !== ''))
  const inside = place?.inside ?? ''
  const target = isShared ? { version: schema.version, words: wordsAt(schema.words, inside) } : { version: data.version, words: own }
  const onRead = async () => {
    const { data: read } = await refetch()
    if (!isShared) return read && { version: read.version, words: wordsAt(read.words, open) }
    const now = read?.schemas.find((one) => one.schema === schema.schema)
    return now && { version: now.version, words: wordsAt(now.words, inside) }
  }
  const isLeft = data.unreadable.length > 0 || data.words.some(({ state }) => state === 'homeless')
  return (
    <>
      {isLeft && <LeftWords page_id={page_id} {...data} />}
      {place &&
        createPortal(
          <WordsForm
            key={`${open} ${isShared}`}
            page_id={page_id}
            version={target.version}
            path={isShared ? inside : open}
            words={target.words}
            schema={schema?.schema ?? ''}
            isShared={isShared}
            draft={shared?.draft ?? ''}
            onShare={(is, draft) => setShared({ is, draft })}
            isDescribed={place.element.querySelector(':scope > .words') !== null}
            onRead={onRead}
            onClose={close}
          />,
          form,
        )}
    </>
  )
}
