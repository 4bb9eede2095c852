/** A person in a table: the name people call them by, and the user name. */
export function Who({ uid, username, name }: { uid: string; username: string; name: string }) {
  return (
    <div className="who">
      <span className={`ava c${(Number(uid) % 6) + 1}`} aria-hidden="true">
        {[...(name || username)][0]?.toUpperCase()}
      </span>
      <div>
        <b>{name || username}</b> {name && <span className="muted">{username}</span>}
      </div>
    </div>
  )
}
