import type { ReactNode } from 'react'

/*
 * How a person is named (HOUSE.md, Names of people). `name` is the display name, which can be absent; two people can have the same one,
 * but never the same user name.
 */
interface PersonProps {
  name: string
  username: string
}

const hasName = ({ name, username }: PersonProps) => name !== '' && name !== username

/** Where it reads who did something: the name. `children` is a text that contains it. Hovering and screen readers get the user name. */
export function Doer({ name, username, children, look }: PersonProps & { children?: ReactNode; look?: string }) {
  const person = { name, username }
  return (
    <span className={look} title={hasName(person) ? username : undefined}>
      {children ?? (name || username)}
      {hasName(person) && <span className="visually-hidden"> ({username})</span>}
    </span>
  )
}

/* One of six colours, the same for a person everywhere. */
const colourOf = (username: string) => ([...username].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6) + 1

/** The first letter of a name in a colour of the user name. */
export const Avatar = ({ name, username }: PersonProps) => (
  <span className={`ava c${colourOf(username || name)}`} aria-hidden="true">
    {[...(name || username)][0]?.toUpperCase()}
  </span>
)

/** Both persons of an accepted suggestion, for a text that names them. */
export const bothOf = (page: { author_name: string; author_username: string; suggested_by: string; suggested_by_name: string }) => ({
  name: [page.author_name, page.suggested_by_name].filter(Boolean).join(', '),
  username: [page.author_username, page.suggested_by].filter(Boolean).join(', '),
})

/** Where people are chosen or managed: the name and, quieter, the user name. */
export function Person({ name, username }: PersonProps) {
  return (
    <>
      <b>{name || username}</b>
      {hasName({ name, username }) && <span className="muted"> {username}</span>}
    </>
  )
}

/** The same as a text, for options and labels: "Lena Hartwig (lena)". */
export const personText = (username: string, name: string) => (hasName({ name, username }) ? `${name} (${username})` : username)
