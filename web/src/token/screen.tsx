import './token.css'
import { useQuery } from '@tanstack/react-query'
import { Check, Copy, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, read } from '../lib/api.ts'
import { copyText } from '../lib/copy.ts'
import { shortDate } from '../lib/format.ts'
import { Redirect } from '../lib/navigation/provider.tsx'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { useAccount } from '../session/session.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { PageHead } from '../ui/frame/page-head.tsx'
import { MenuItem } from '../ui/menu.tsx'
import { Empty } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { Listing } from '../ui/table/listing.tsx'
import { RowMenu } from '../ui/table/row-menu.tsx'
import { type Column, Table, TableWaiting } from '../ui/table/table.tsx'
import { toast } from '../ui/toast.tsx'
import { PersonalFrame } from '../user/settings/frame.tsx'
import { Agents } from './agents.tsx'
import { Connect } from './connect.tsx'
import { isUsable, type MadeToken, type Token } from './rows.ts'
import { tokenWords } from './token.words.ts'
import { End } from './token-end.tsx'
import { TokenForm, type TokenInput } from './token-form.tsx'
import { TokenLog } from './token-log.tsx'

/** The token itself, once, right after its creation. */
function ShownOnce({ made, onDone }: { made: MadeToken; onDone: () => void }) {
  const t = useWords(tokenWords)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (await copyText(made.token)) setCopied(true)
    else toast(t.notCopied, 'bad')
  }
  return (
    <section className="token-once" role="status">
      <b>{t.ready(made.name)}</b>
      <p>{t.once}</p>
      <div className="row">
        <textarea
          className="input mono grow whole"
          readOnly
          rows={1}
          aria-label={t.token}
          value={made.token}
          onFocus={(event) => event.target.select()}
        />
        <button type="button" className="btn primary" data-autofocus onClick={() => void copy()}>
          {copied ? <Check className="i" aria-hidden="true" /> : <Copy className="i" aria-hidden="true" />}
          {copied ? t.copied : t.copy}
        </button>
        <button type="button" className="btn" onClick={onDone}>
          {t.done}
        </button>
      </div>
    </section>
  )
}

function NewToken({ onMade, onClose }: { onMade: (made: MadeToken) => void; onClose: () => void }) {
  const t = useWords(tokenWords)
  const make = useSend(api.token.save, {
    onDone: (made) => {
      onMade(made)
      onClose()
    },
  })
  const send = ({ name, level, item_ids, is_limited, days, is_admin, password }: TokenInput) =>
    make.send({ name, level, item_ids, is_limited, days, is_admin, password })
  return (
    <TokenForm
      title={t.newTitle}
      about={t.newText}
      action={t.create}
      busy={make.busy}
      error={make.error?.message ?? ''}
      onSend={send}
      onClose={onClose}
    />
  )
}

function ChangeToken({ token, onClose }: { token: Token; onClose: () => void }) {
  const t = useWords(tokenWords)
  const change = useSend(api.token.update, { done: t.changed, onDone: onClose })
  const send = ({ name, level, item_ids, is_limited, days }: TokenInput) =>
    change.send({ grant_id: token.grant_id, name, level, item_ids, is_limited, days })
  return (
    <TokenForm
      token={token}
      title={t.changeTitle(token.name)}
      about={t.changeText}
      action={t.save}
      busy={change.busy}
      error={change.error?.message ?? ''}
      onSend={send}
      onClose={onClose}
    />
  )
}

function EndToken({ token, onClose }: { token: Token; onClose: () => void }) {
  const t = useWords(tokenWords)
  const end = useSend(api.token.end, { done: t.ended })
  return (
    <ConfirmDialog
      title={t.endTitle(token.name)}
      action={t.endDo}
      danger
      onConfirm={() => end.send({ grant_id: token.grant_id })}
      onClose={onClose}
    >
      {t.endText}
    </ConfirmDialog>
  )
}

type Action = 'change' | 'log' | 'end'

function Tokens({ tokens, now }: { tokens: Token[]; now: number }) {
  const t = useWords(tokenWords)
  const language = useLanguage()
  const [open, setOpen] = useState<{ action: Action; token: Token } | null>(null)
  const close = () => setOpen(null)
  const levels: Record<string, string> = { 1: t.level1, 2: t.level2, 3: t.level3, 4: t.level4 }
  const items = (token: Token) =>
    token.is_limited === '0' ? t.allItems : token.items.length === 1 ? (token.items[0]?.item_name ?? '') : t.itemCount(token.items.length)
  const used = ({ last_used_time }: Token) => (last_used_time === '0' ? t.never : shortDate(Number(last_used_time), language))
  const columns: Column<Token>[] = [
    {
      head: t.name,
      isName: true,
      cell: (token) => (
        <>
          <span className="token-name">{token.name}</span>
          {token.is_admin === '1' && <span className="tag">{t.administers}</span>}
          {token.kind === 'showdoc' && <span className="tag">{t.fromShowdoc}</span>}
          <span className="token-hint mono">
            {token.kind === 'showdoc' ? 'ai_' : 'sheaf_pat_'}…{token.hint}
          </span>
        </>
      ),
    },
    { head: t.may, cell: ({ level }) => levels[level] ?? level, width: 168 },
    { head: t.items, cell: items, width: '20%', look: 'cut', title: (token) => token.items.map(({ item_name }) => item_name).join(', ') },
    {
      head: t.used,
      cell: used,
      width: 136,
      from: 1200,
      look: 'muted',
      title: (token) => (token.last_used_time === '0' ? '' : t.usedFrom(token.last_used_address, token.last_used_agent)),
    },
    {
      head: t.calls,
      cell: ({ calls }) => calls,
      phone: ({ calls }) => calls !== '0' && t.callCount(Number(calls)),
      width: 84,
      isNumber: true,
      from: 1200,
    },
    {
      head: t.ends,
      cell: (token) => <End token={token} now={now} />,
      phone: (token) => <End token={token} now={now} isSentence />,
      width: 176,
    },
  ]
  const actions = (token: Token) => (
    <RowMenu name={token.name}>
      <MenuItem onSelect={() => setOpen({ action: 'log', token })}>{t.log}</MenuItem>
      {isUsable(token, now) && <MenuItem onSelect={() => setOpen({ action: 'change', token })}>{t.change}</MenuItem>}
      {isUsable(token, now) && (
        <MenuItem bad onSelect={() => setOpen({ action: 'end', token })}>
          {t.end}
        </MenuItem>
      )}
    </RowMenu>
  )
  return (
    <>
      <Table
        name={t.tokens}
        look="token-table with-menu"
        columns={columns}
        rows={tokens}
        keyOf={({ grant_id }) => grant_id}
        rowLook={(token) => (isUsable(token, now) ? undefined : 'ended')}
        actions={{ head: t.actions, cell: actions, width: 56 }}
      />
      {open?.action === 'change' && <ChangeToken token={open.token} onClose={close} />}
      {open?.action === 'log' && <TokenLog name={open.token.name} call={api.token.calls} grant_id={open.token.grant_id} onClose={close} />}
      {open?.action === 'end' && <EndToken token={open.token} onClose={close} />}
    </>
  )
}

interface ProgramsProps {
  all: Token[]
  none: ReactNode
}

/** Connected programs, then tokens. */
function Programs({ all, none }: ProgramsProps) {
  const t = useWords(tokenWords)
  const now = Date.now() / 1000
  const agents = all.filter(({ kind }) => kind === 'oauth')
  // What can still be used comes first.
  const tokens = all.filter(({ kind }) => kind !== 'oauth').sort((a, b) => Number(isUsable(b, now)) - Number(isUsable(a, now)))
  return (
    <>
      {agents.length > 0 && <Agents agents={agents} now={now} />}
      {agents.length > 0 && (
        <div className="token-head">
          <h2>
            {t.tokens} <span className="muted">{tokens.length}</span>
          </h2>
        </div>
      )}
      {tokens.length > 0 ? <Tokens tokens={tokens} now={now} /> : none}
    </>
  )
}

/** /user/tokens: connected programs, and the tokens with which programs act for the user. */
export function TokenScreen() {
  const t = useWords(tokenWords)
  const account = useAccount()
  const list = useQuery({ ...read(api.token.getList, {}), refetchOnMount: 'always', enabled: account !== null })
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<MadeToken | null>(null)
  if (!account) return <Redirect to={paths.login(paths.tokens())} />
  const add = (
    <button type="button" className="btn primary" onClick={() => setAdding(true)}>
      <Plus className="i" aria-hidden="true" />
      {t.add}
    </button>
  )
  const none = <Empty title={t.none}>{t.noneText}</Empty>
  return (
    <PersonalFrame account={account} part="tokens" title={t.title}>
      <PageHead title={t.title} about={t.about} action={add} />
      {made && <ShownOnce made={made} onDone={() => setMade(null)} />}
      <Connect token={made?.token} />
      <Listing list={list} waiting={<TableWaiting height={61} />} failed={t.failed} empty={none}>
        {(all) => <Programs all={all} none={none} />}
      </Listing>
      <p className="help token-foot">{t.keysHint}</p>
      {adding && <NewToken onMade={setMade} onClose={() => setAdding(false)} />}
    </PersonalFrame>
  )
}
