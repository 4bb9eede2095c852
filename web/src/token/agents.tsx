import './agents.css'
import { useState } from 'react'
import { api } from '../lib/api.ts'
import { shortDate, siteDay } from '../lib/format.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useSend } from '../ui/send.ts'
import { isUsable, type Token } from './rows.ts'
import { tokenWords } from './token.words.ts'
import { End } from './token-end.tsx'
import { TokenLog } from './token-log.tsx'
import { Vouched } from './vouched.tsx'

function Disconnect({ agent, onClose }: { agent: Token; onClose: () => void }) {
  const t = useWords(tokenWords)
  const end = useSend(api.token.end, { done: t.disconnected(agent.name) })
  return (
    <ConfirmDialog
      title={t.disconnectTitle(agent.name)}
      action={t.disconnectDo}
      danger
      onConfirm={() => end.send({ grant_id: agent.grant_id })}
      onClose={onClose}
    >
      {t.disconnectText}
    </ConfirmDialog>
  )
}

/** What the program can do, in which items. */
function useScopeOf() {
  const t = useWords(tokenWords)
  const language = useLanguage()
  const levels: Record<string, string> = { 1: t.level1, 2: t.level2, 3: t.level3, 4: t.level4 }
  return ({ level, is_limited, items }: Token) => {
    const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(items.map(({ item_name }) => `“${item_name}”`))
    const where = is_limited === '0' ? t.inAll : items.length === 0 ? t.inNone : t.inItems(names)
    return t.canIn(levels[level] ?? level, where)
  }
}

interface Props {
  agents: Token[]
  /** Seconds. */
  now: number
}

/** The programs that the user has connected with OAuth. */
export function Agents({ agents, now }: Props) {
  const t = useWords(tokenWords)
  const language = useLanguage()
  const scopeOf = useScopeOf()
  const [open, setOpen] = useState<{ action: 'log' | 'end'; agent: Token } | null>(null)
  const used = ({ last_used_time, last_used_address }: Token) =>
    last_used_time === '0' ? t.never : t.lastUsed(siteDay(shortDate(Number(last_used_time), language), language), last_used_address)
  return (
    <section className="agents" aria-labelledby="agents">
      <h2 id="agents">
        {t.agents} <span className="muted">{agents.length}</span>
      </h2>
      <ul>
        {agents.map((agent) => (
          <li key={agent.grant_id} className={isUsable(agent, now) ? undefined : 'ended'}>
            <span className={`agent-sign c${(Number(agent.grant_id) % 6) + 1}`} aria-hidden="true">
              {Array.from(agent.name)[0]?.toUpperCase()}
            </span>
            <div className="grow">
              <div className="agent-name">
                <b>{agent.name}</b>
                <Vouched kind={agent.client_kind} client_id={agent.client_id} otherwise={<span className="tag">{t.named}</span>} />
              </div>
              <p>{scopeOf(agent)}</p>
              <div className="meta">
                <span>{used(agent)}</span>
                <button type="button" className="agent-calls" onClick={() => setOpen({ action: 'log', agent })}>
                  {t.callCount(Number(agent.calls))}
                </button>
                <span>
                  {t.backTo} <bdi className="mono">{agent.redirect_uri}</bdi>
                </span>
                <span>
                  <End token={agent} now={now} isSentence />
                </span>
              </div>
            </div>
            {isUsable(agent, now) && (
              <button
                type="button"
                className="btn"
                aria-label={t.disconnectTitle(agent.name)}
                onClick={() => setOpen({ action: 'end', agent })}
              >
                {t.disconnect}
              </button>
            )}
          </li>
        ))}
      </ul>
      {open?.action === 'log' && (
        <TokenLog name={open.agent.name} call={api.token.calls} grant_id={open.agent.grant_id} onClose={() => setOpen(null)} />
      )}
      {open?.action === 'end' && <Disconnect agent={open.agent} onClose={() => setOpen(null)} />}
    </section>
  )
}
