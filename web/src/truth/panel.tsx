import './truth.css'
import type { Answer } from '@sheaf/contract/client'
import { useQuery } from '@tanstack/react-query'
import { Check, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { api, isError, read } from '../lib/api.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Select } from '../ui/forms/select.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { toast } from '../ui/toast.tsx'
import { AddProof } from './add.tsx'
import { ProofList } from './proofs.tsx'
import { type PageTruth, type Proof, shortTarget } from './sentences.ts'
import { panelWords, proofWords } from './truth.words.ts'

type Text = Answer<'page', 'info'>

/** Headings of the text that people wrote, each text once; those of a part of a source are not in that text. */
function sectionsOf(text: string, headings: readonly { text: string }[]) {
  const own = headings.map((heading) => heading.text.trim()).filter((heading) => heading && text.includes(heading))
  return [...new Set(own)]
}

/** Writes proofs into the text of the page, as saves of the version that is shown. */
function useWriteProof({ page_id }: { page_id: string }) {
  const t = useWords(panelWords)
  const version = useQuery(read(api.page.info, { page_id, raw: '1' }))
  const save = useSend(api.truth.saveProof, {
    onFailed: (error) => {
      if (isError(error, 'versionOutdated')) {
        toast(t.outdated, 'bad')
        void version.refetch()
      } else toast(error.message, 'bad')
    },
  })
  return {
    text: version,
    busy: save.busy,
    write: async (change: { proof_id: string; heading: string; target: string }, done: string) => {
      await save.send({ page_id, ...change, base_version: version.data?.version ?? '' })
      toast(done, 'ok')
    },
  }
}
type Writing = ReturnType<typeof useWriteProof>

interface EditableProps {
  truth: PageTruth
  sections: string[]
  writing: Writing
}

/** The proofs of a page with the controls of an editor. */
function EditableProofs({ truth, sections, writing: { write, busy } }: EditableProps) {
  const t = useWords(panelWords)
  const p = useWords(proofWords)
  const { page_id, proofs } = truth
  const accept = useSend(api.truth.accept, { failed: true })
  const stale = proofs.filter(({ state }) => state === 'stale')
  const actions = (proof: Proof) => {
    const { proof_id, heading, target, state } = proof
    const name = shortTarget(target)
    const places = sections.includes(heading) || !heading ? sections : [heading, ...sections]
    return (
      <>
        {state === 'stale' && (
          <button
            type="button"
            className="btn small"
            aria-label={t.stillTrue(name)}
            aria-busy={accept.busy}
            onClick={() => void accept.send({ page_id, proof_ids: JSON.stringify([Number(proof_id)]) })}
          >
            <Check className="i" aria-hidden="true" />
            {t.stillTrueShort}
          </button>
        )}
        {places.length > 0 && (
          <Select
            small
            className="proof-section"
            aria-label={t.moveTo(name)}
            value={heading}
            disabled={busy}
            onChange={(to) => void write({ proof_id, heading: to, target }, t.moved)}
          >
            <option value="">{p.start}</option>
            {places.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        )}
        <IconButton className="small" name={t.remove(name)} onClick={() => void write({ proof_id, heading, target: '' }, t.removed)}>
          <Trash2 className="i" aria-hidden="true" />
        </IconButton>
      </>
    )
  }
  return (
    <>
      <ProofList proofs={proofs} withoutSection actions={actions} />
      {stale.length > 1 && (
        <button type="button" className="btn small" aria-busy={accept.busy} onClick={() => void accept.send({ page_id })}>
          <Check className="i" aria-hidden="true" />
          {t.acceptAll}
        </button>
      )}
    </>
  )
}

/** A form that opens in the panel: it takes the focus and comes into view. */
function InPlace({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('input, select, button')?.focus({ preventScroll: true })
    place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return <div ref={place}>{children}</div>
}

interface ContentProps {
  truth: PageTruth
  text: Text
  item_id: string
  writing: Writing
}

function Content({ truth, text, item_id, writing }: ContentProps) {
  const t = useWords(panelWords)
  const language = useLanguage()
  const [isAdding, setAdding] = useState(false)
  const view = useQuery(read(api.page.view, { page_id: truth.page_id, language }))
  const sections = sectionsOf(text.page_content, view.data?.headings ?? [])
  const isEditor = truth.can_accept === '1'
  const begin = isEditor && !isAdding && (
    <button type="button" className="btn small" data-autofocus onClick={() => setAdding(true)}>
      <Plus className="i" aria-hidden="true" />
      {t.add}
    </button>
  )
  return (
    <>
      {truth.proofs.length === 0 && <p className="truth-none">{t.none}</p>}
      {truth.proofs.length > 0 &&
        (isEditor ? <EditableProofs truth={truth} sections={sections} writing={writing} /> : <ProofList proofs={truth.proofs} />)}
      {begin}
      {isAdding && (
        <InPlace>
          <AddProof
            item_id={item_id}
            sections={sections}
            busy={writing.busy}
            onAdd={async (target, heading) => {
              await writing.write({ proof_id: '0', heading, target }, t.added)
              setAdding(false)
            }}
            onClose={() => setAdding(false)}
          />
        </InPlace>
      )}
      {!isEditor && <p className="truth-none">{t.readOnly}</p>}
    </>
  )
}

interface Props {
  page: { page_id: string; item_id: string; page_title?: string }
  onClose: () => void
}

/** What a page was written from: adding, moving, confirming and removing it; owner and review. */
export function ProofPanel({ page, onClose }: Props) {
  const t = useWords(panelWords)
  const { page_id, item_id } = page
  const truth = useQuery(read(api.truth.page, { page_id }))
  const writing = useWriteProof(page)
  const { text } = writing
  const error = truth.error ?? text.error
  const again = () => {
    void truth.refetch()
    void text.refetch()
  }
  const title = page.page_title ?? text.data?.page_title ?? ''
  return (
    <Dialog
      wide
      title={t.title(title)}
      onClose={onClose}
      actions={
        <button type="button" className="btn" onClick={onClose}>
          {t.close}
        </button>
      }
    >
      <p>{t.about}</p>
      <div className="truth-panel">
        {error && !(truth.data && text.data) ? (
          <ErrorNote title={t.failed} error={error} onRetry={again} />
        ) : truth.data && text.data ? (
          <Content truth={truth.data} text={text.data} item_id={item_id} writing={writing} />
        ) : (
          <Skeleton lines={4} />
        )}
      </div>
    </Dialog>
  )
}
