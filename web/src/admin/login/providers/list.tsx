import { PROVIDER_KINDS, PROVIDERS_MAX, type ProviderKind } from '@sheaf/contract/providers'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { api, read } from '../../../lib/api.ts'
import { useWords } from '../../../lib/words.ts'
import { useConfirmed } from '../../../ui/confirm/confirmed.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Empty } from '../../../ui/placeholder.tsx'
import { useSend } from '../../../ui/send.ts'
import { Listing } from '../../../ui/table/listing.tsx'
import { type Column, Table, TableWaiting } from '../../../ui/table/table.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Provider } from '../../list.tsx'
import { missingLabels, providerAddress } from './kinds.ts'
import { providerWords } from './providers.words.ts'

/** The providers of signing in, in the order of their buttons. */
export function ProviderList() {
  const t = useWords(providerWords)
  const list = useQuery(read(api.adminProvider.getList, {}))
  const [isAdding, setAdding] = useState(false)
  const isFull = (list.data?.length ?? 0) >= PROVIDERS_MAX
  const add = (
    <button type="button" className="btn" disabled={isFull || !list.data} onClick={() => setAdding(true)}>
      <Plus className="i" aria-hidden="true" />
      {t.add}
    </button>
  )
  const isEmpty = list.data?.length === 0
  return (
    <>
      {!isEmpty && (
        <div className="adm-head adm-providers-head">
          <p className="help">{isFull ? t.full(PROVIDERS_MAX) : t.about(PROVIDERS_MAX)}</p>
          {add}
        </div>
      )}
      <Listing
        list={list}
        waiting={<TableWaiting rows={3} height={41} />}
        failed={t.failed}
        empty={
          <Empty title={t.none} actions={add}>
            {t.noneText}
          </Empty>
        }
      >
        {(providers) => <ProviderTable providers={providers} />}
      </Listing>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </>
  )
}

/** The kinds, each with what it is for. */
function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(providerWords)
  return (
    <Dialog title={t.addTitle} onClose={onClose}>
      <ul className="adm-kinds">
        {PROVIDER_KINDS.map((kind, at) => (
          <li key={kind}>
            <Link to={providerAddress(kind)} {...(at === 0 && { 'data-autofocus': true })}>
              <span>
                <b>{t[kind]}</b>
                <small>{t[`${kind}Text`]}</small>
              </span>
              <ChevronRight className="i" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** These numbers in the order after one moved by a step. */
function moved(ids: string[], provider_id: string, step: number): string[] {
  const from = ids.indexOf(provider_id)
  const rest = ids.filter((id) => id !== provider_id)
  return [...rest.slice(0, from + step), provider_id, ...rest.slice(from + step)]
}

interface Change {
  provider_id: string
  kind: ProviderKind
  name: string
  form: string
  is_on: '0' | '1'
}

function ProviderTable({ providers }: { providers: Provider[] }) {
  const t = useWords(providerWords)
  const [confirmed, question] = useConfirmed()
  const [place, setPlace] = useState('')
  const turn = useSend((change: Change) => confirmed(() => api.adminProvider.save(change)), {
    changes: api.adminProvider.save,
    failed: t.failedTurn,
    done: (_, { name, is_on }) => (is_on === '1' ? t.turnedOn(name) : t.turnedOff(name)),
  })
  const order = useSend((ids: string[]) => confirmed(() => api.adminProvider.reorder({ provider_ids: JSON.stringify(ids.map(Number)) })), {
    changes: api.adminProvider.reorder,
    failed: t.failedMove,
  })
  // The new order and the new position of a switch are shown until the server answers.
  const ids = order.input ?? providers.map(({ provider_id }) => provider_id)
  const rows = ids.flatMap((id) => providers.find(({ provider_id }) => provider_id === id) ?? [])

  const move = ({ provider_id, name }: Provider, step: number) => {
    const next = moved(ids, provider_id, step)
    if (order.busy) return
    void order.send(next).then(
      () => setPlace(t.moved(name, next.indexOf(provider_id) + 1, next.length)),
      () => {},
    )
  }
  const toggle = ({ provider_id, kind, name, is_on, form }: Provider) => {
    const missing = is_on === '1' ? [] : missingLabels(t, kind, form)
    if (missing.length > 0) return toast(t.missing(name, missing), 'bad')
    // Settings that the form does not name stay as they are.
    void turn.send({ provider_id, kind, name, form: '{}', is_on: is_on === '1' ? '0' : '1' })
  }
  const isOn = ({ provider_id, is_on }: Provider) => (turn.input?.provider_id === provider_id ? turn.input.is_on : is_on) === '1'

  const columns: Column<Provider>[] = [
    {
      head: t.name,
      isName: true,
      look: 'cut',
      title: ({ name }) => name,
      cell: ({ provider_id, name, is_first }) => (
        <>
          <Link to={providerAddress(provider_id)}>{name}</Link>
          {is_first === '1' && providers.length > 1 && (
            <>
              {' '}
              <span className="tag" title={t.firstHelp}>
                {t.first}
              </span>
            </>
          )}
        </>
      ),
    },
    { head: t.kind, width: '22%', look: 'muted cut', cell: ({ kind }) => t[kind], title: ({ kind }) => t[kind] },
    {
      head: t.linked,
      width: 132,
      isNumber: true,
      cell: ({ linked }) => linked,
      phone: ({ linked }) => t.linkedCount(Number(linked)),
    },
    {
      head: t.on,
      width: 72,
      look: 'turn',
      cell: (one) => (
        <button
          type="button"
          role="switch"
          aria-checked={isOn(one)}
          aria-label={t.turn(one.name)}
          className={isOn(one) ? 'switch on' : 'switch'}
          onClick={() => toggle(one)}
        />
      ),
    },
  ]
  const arrows = (one: Provider) => {
    const at = ids.indexOf(one.provider_id)
    // Not `disabled`: a button that was pressed keeps the focus.
    const arrow = (step: 1 | -1) => ({
      'aria-disabled': at + step < 0 || at + step >= ids.length,
      onClick: () => at + step >= 0 && at + step < ids.length && move(one, step),
    })
    return (
      <>
        <IconButton name={t.up(one.name)} {...arrow(-1)}>
          <ArrowUp className="i" aria-hidden="true" />
        </IconButton>
        <IconButton name={t.down(one.name)} {...arrow(1)}>
          <ArrowDown className="i" aria-hidden="true" />
        </IconButton>
      </>
    )
  }
  return (
    <>
      <Table
        name={t.title}
        look="adm-table adm-providers"
        columns={columns}
        rows={rows}
        keyOf={({ provider_id }) => provider_id}
        {...(rows.length > 1 && { actions: { head: t.actions, cell: arrows, width: 88 } })}
      />
      <div role="status" className="visually-hidden">
        {place}
      </div>
      {question}
    </>
  )
}
