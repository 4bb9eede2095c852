/** What would tell of the inside of the house (S58). */
export const inside = /sqlite|postgres|pg_|syntax error|constraint|kysely|node_modules|server\/src|ECONN|\n\s+at |\/tmp\//i
