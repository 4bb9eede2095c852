import { Globe, Server, Terminal, Users } from 'lucide-react'
import { useWords } from '../lib/words.ts'
import { homeWords } from './home.words.ts'

/** Team work, automation, open source and online use. */
export function Strengths() {
  const t = useWords(homeWords)
  const all = [
    [Users, t.teamTitle, t.teamText],
    [Terminal, t.autoTitle, t.autoText],
    [Server, t.openTitle, t.openText],
    [Globe, t.hostedTitle, t.hostedText],
  ] as const
  return (
    <ul className="strengths">
      {all.map(([Icon, title, text]) => (
        <li key={title}>
          <Icon className="i" aria-hidden="true" />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
