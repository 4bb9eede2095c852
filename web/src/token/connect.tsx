import './connect.css'
import { type KeyboardEvent, useState } from 'react'
import { PushCode } from '../items/push/code.tsx'
import { useBoot } from '../lib/boot.ts'
import { useWords } from '../lib/words.ts'
import { connectWords } from './connect.words.ts'

/** The token that is not known, or no longer shown. */
const PLACEHOLDER = 'sheaf_pat_…'

interface Program {
  id: string
  name: string
  /** Where its lines belong: a file, or the terminal. */
  place: string
  lines: (url: string, token: string | undefined) => string
}

const json = (value: object) => JSON.stringify(value, undefined, 2)
const headers = (token: string | undefined) => (token ? { headers: { Authorization: `Bearer ${token}` } } : {})

const programs: Program[] = [
  {
    id: 'claude-code',
    name: 'Claude Code',
    place: '',
    lines: (url, token) => `claude mcp add --transport http sheaf ${url}${token ? ` \\\n  --header "Authorization: Bearer ${token}"` : ''}`,
  },
  {
    id: 'cursor',
    name: 'Cursor',
    place: '~/.cursor/mcp.json',
    lines: (url, token) => json({ mcpServers: { sheaf: { url, ...headers(token) } } }),
  },
  {
    id: 'vscode',
    name: 'VS Code',
    place: '.vscode/mcp.json',
    lines: (url, token) => json({ servers: { sheaf: { type: 'http', url, ...headers(token) } } }),
  },
  {
    id: 'codex',
    name: 'Codex',
    place: '~/.codex/config.toml',
    lines: (url, token) =>
      `[mcp_servers.sheaf]\nurl = "${url}"${token ? `\nhttp_headers = { Authorization = "Bearer ${token}" }` : '\n\n# codex mcp login sheaf'}`,
  },
]

/** Names of programs are not translated. */
const nameOf = (id: string) => (id === 'others' ? {} : { translate: 'no' as const })

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** How to connect an agent: the address, and lines to paste for the most frequent ones. A token that was just created is filled in. */
export function Connect({ token }: { token: string | undefined }) {
  const t = useWords(connectWords)
  const { site, agents, agentSignIn } = useBoot()
  const [chosen, setChosen] = useState(0)
  if (!agents)
    return (
      <p className="line-note info connect-off" role="note">
        {t.off}
      </p>
    )
  const url = `${site}/mcp`
  // Elsewhere an agent sends a token.
  const asks = token === undefined && agentSignIn
  const all: Program[] = [
    ...programs,
    {
      id: 'others',
      name: t.others,
      place: '',
      lines: (address, sent) =>
        [`${t.transport}: Streamable HTTP`, `URL: ${address}`, `${t.header}: Authorization: Bearer ${sent ?? PLACEHOLDER}`].join('\n'),
    },
  ]
  const program = all[chosen] ?? all[0]!
  const turn = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (chosen + step + all.length) % all.length
    setChosen(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <section className="connect" aria-labelledby="connect-title">
      <h2 id="connect-title">{t.title}</h2>
      <p className="connect-about">{t.about}</p>
      <PushCode name={t.address} text={url} />
      <div className="seg connect-programs" role="tablist" aria-label={t.programs} onKeyDown={turn}>
        {all.map(({ id, name }, at) => (
          <button
            key={id}
            id={`connect-${id}`}
            type="button"
            role="tab"
            aria-selected={at === chosen}
            aria-controls="connect-lines"
            {...nameOf(id)}
            tabIndex={at === chosen ? 0 : -1}
            onClick={() => setChosen(at)}
          >
            {name}
          </button>
        ))}
      </div>
      <div id="connect-lines" role="tabpanel" aria-labelledby={`connect-${program.id}`}>
        <PushCode
          key={program.id}
          name={program.place || (program.id === 'others' ? t.settings : t.terminal)}
          text={program.lines(url, asks ? undefined : (token ?? PLACEHOLDER))}
        />
        <p className="help">{asks ? t.asks : token ? t.withToken : t.needsToken}</p>
      </div>
    </section>
  )
}
