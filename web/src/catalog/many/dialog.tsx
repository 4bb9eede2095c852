import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react'
import { api, isError, isOwnPasswordError, read } from '../../lib/api.ts'
import { useNavigate } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import type { Info } from '../../tree/item-tree.ts'
import { choicesOf, initialCatalogOf, isEditable, parentOf, ROOT } from '../../tree/shape.ts'
import { useOwnProof } from '../../ui/confirm/own-proof.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ComboboxField } from '../../ui/forms/combobox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FieldError, FormActions } from '../../ui/forms/form-foot.tsx'
import { ErrorNote } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { toast } from '../../ui/toast.tsx'
import { catalogWords } from '../catalog.words.ts'
import type { Selected } from '../selection.ts'
import { CatalogField, useTarget } from '../target-fields.tsx'
import { Happens, type ManyAction, useWhat } from './happens.tsx'
import { manyWords } from './many.words.ts'
import { useUndoOffer } from './move-here.ts'

interface Props {
  action: ManyAction
  info: Info
  selected: Selected
  onClose: () => void
  /** The action is done: the selection ends. */
  onDone: () => void
}

type CheckInput = Parameters<typeof api.tree.check>[0]

/** What the action would do. When part of the selection is gone, the dialog closes, and the screen shows what is left. */
function useCheck(input: CheckInput, enabled: boolean, onClose: () => void) {
  const queries = useQueryClient()
  const looked = useQuery({ ...read(api.tree.check, input), enabled, staleTime: 0, gcTime: 0 })
  const gone = isError(looked.error, 'treeOutdated') ? looked.error?.message : undefined
  const latestClose = useRef(onClose)
  latestClose.current = onClose
  useEffect(() => {
    if (gone === undefined) return
    toast(gone, 'bad')
    void queries.invalidateQueries({ queryKey: ['item', 'info'] })
    latestClose.current()
  }, [gone, queries])
  return looked
}

interface TargetProps {
  target: ReturnType<typeof useTarget>
  choices: ComponentProps<typeof CatalogField>['choices']
  to_cat_id: string | undefined
  busy: boolean
  onItem: (item_id: string) => void
  onCatalog: (cat_id: string) => void
}

/** Where the selection goes. */
function TargetFields({ target: { items, item_id, shape }, choices, to_cat_id, busy, onItem, onCatalog }: TargetProps) {
  const c = useWords(catalogWords)
  return (
    <>
      <ComboboxField label={c.item} placeholder={c.findItem} {...items} value={item_id} onChange={onItem} />
      <CatalogField
        label={c.parent}
        value={shape ? to_cat_id : ROOT}
        choices={choices}
        rootless={shape && !isEditable(shape, ROOT)}
        disabled={!shape || busy}
        onChange={onCatalog}
      />
    </>
  )
}

/** Moves, copies or deletes the selection. Shows first what would happen, and asks again if that has changed when the user acts. */
export function ManyDialog({ action, info, selected, onClose, onDone }: Props) {
  const t = useWords(manyWords)
  const go = useNavigate()
  const whatOf = useWhat()
  // The tree can be fetched again while the dialog is open: the dialog keeps what the user selected.
  const { lines: chosen, pages, catalogs } = useRef(selected).current
  const lines = useMemo(() => JSON.stringify(chosen), [chosen])
  const target = useTarget(info)
  const { item_id, isHere, shape } = target
  const [wanted, setWanted] = useState<string>()
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const choices = useMemo(() => (shape ? choicesOf(shape, undefined).map((one) => ({ ...one, deep: false })) : []), [shape])
  const to_cat_id = shape && initialCatalogOf(shape, choices, wanted)
  const isDelete = action === 'delete'

  const isThere = action === 'move' && isHere && shape !== undefined && chosen.every((line) => parentOf(shape, line) === to_cat_id)

  const place = isDelete ? { to_item_id: '0', to_cat_id: '0' } : { to_item_id: item_id, to_cat_id: to_cat_id ?? ROOT }
  const input = { item_id: info.item_id, lines, action, ...place }
  const looked = useCheck(input, isDelete || (to_cat_id !== undefined && !isThere), onClose)
  const check = looked.data
  const { hasField, confirmed, dialog } = useOwnProof(check?.needs_password === true)

  const catalog = choices.find((one) => one.cat_id === to_cat_id)?.path
  const to = catalog ? `${target.item_name} / ${catalog}` : target.item_name

  const offer = useUndoOffer()
  const onFailed = (error: Error) => {
    if (isError(error, 'treeOutdated')) void looked.refetch()
  }
  const options = { onDone, onFailed, refresh: 'later' } as const
  const move = useSend(api.tree.move, options)
  const copy = useSend(api.tree.copy, options)
  const remove = useSend(api.tree.delete, options)
  const { busy, error, reset } = { move, copy, delete: remove }[action]

  const act = async (checked: string) => {
    const shared = { item_id: info.item_id, lines, checked }
    const where = { to_item_id: item_id, to_cat_id: to_cat_id ?? ROOT }
    const done = await (isDelete
      ? remove.send(shared)
      : action === 'move'
        ? confirmed(() => move.send({ ...shared, ...where, password: hasField ? password : '' }))
        : copy.send({ ...shared, ...where }))
    const what = whatOf(Number(done.pages), Number(done.catalogs))
    const text = isDelete ? t.deleted(what) : action === 'move' ? t.moved(what, to) : t.copied(what, to)
    const opening = { text: t.open, run: () => go(paths.catalog(item_id)) }
    offer(text, action === 'copy' ? undefined : done.batch_id, isDelete || isHere ? undefined : opening)
  }
  const isPossible = check !== undefined && check.hindrance === '' && !looked.isFetching && !isThere
  const submit = () => {
    if (!isPossible || busy) return
    const lacks = hasField && password === ''
    setMissing(lacks)
    if (!lacks) act(check.checked).catch(() => {})
  }
  const isOfPassword = isOwnPasswordError(error)
  const [verb, working, title] = {
    move: [t.doMove, t.moving, t.moveTitle] as const,
    copy: [t.doCopy, t.copying, t.copyTitle] as const,
    delete: [t.doDelete, t.deleting, t.deleteTitle] as const,
  }[action]
  return (
    <>
      <Dialog
        title={title(whatOf(pages, catalogs))}
        onClose={() => busy || onClose()}
        onSubmit={submit}
        actions={
          <FormActions action={busy ? working : verb} disabled={!isPossible || busy} locked={busy} danger={isDelete} onClose={onClose} />
        }
      >
        {!isDelete && (
          <TargetFields
            {...{ target, choices, to_cat_id, busy }}
            onItem={(next) => {
              target.setItem(next)
              setWanted(undefined)
              reset()
            }}
            onCatalog={(next) => {
              setWanted(next)
              reset()
            }}
          />
        )}
        <div aria-live="polite" aria-busy={looked.isFetching}>
          {isError(error, 'treeOutdated') && <p className="line-note">{t.changed}</p>}
          {isThere ? (
            <div className="many-happens muted">{t.isThere}</div>
          ) : check ? (
            <Happens action={action} check={check} to={to} isElsewhere={!isHere} />
          ) : looked.error ? (
            <ErrorNote title={t.lookFailed} error={looked.error} onRetry={() => void looked.refetch()} />
          ) : (
            <div className="many-happens muted">{t.looking}</div>
          )}
        </div>
        {hasField && !isThere && check?.hindrance === '' && (
          <Field
            type="password"
            label={t.password}
            help={t.passwordHelp}
            autoComplete="current-password"
            value={password}
            wrong={isOfPassword ? error?.message : isMissing && password === '' ? t.passwordMissing : undefined}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
        <FieldError>
          {isOfPassword || isError(error, 'treeOutdated') ? undefined : (error?.message ?? (isDelete ? '' : target.wrong))}
        </FieldError>
      </Dialog>
      {dialog}
    </>
  )
}
