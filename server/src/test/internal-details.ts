/** Matches text that would reveal internals of the server (S58). */
export const internalDetails = /sqlite|postgres|pg_|syntax error|constraint|kysely|node_modules|server\/src|ECONN|\n\s+at |\/tmp\//i
