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
