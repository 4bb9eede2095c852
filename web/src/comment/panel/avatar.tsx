/* The avatar colour of a name: one of six, the same as in the article. */
const colourOf = (seed: string) => [...seed].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6

/** The first letter of a name in a colour of the user name. */
export const Avatar = ({ name, seed }: { name: string; seed: string }) => (
  <span className={`ava c${colourOf(seed || name) + 1}`} aria-hidden="true">
    {[...name][0]?.toUpperCase()}
  </span>
)
