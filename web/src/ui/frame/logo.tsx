/** 册 as an object: two leaves and a cord through and past them. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4.1 20.8V5a1 1 0 0 1 1-1h3.9a1 1 0 0 1 1 1v15.8M14 20.8V5a1 1 0 0 1 1-1h3.9a1 1 0 0 1 1 1v15.8M1.3 11.2h21.4" />
    </svg>
  )
}
