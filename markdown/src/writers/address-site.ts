const site = /^(?:[a-z][a-z+.-]*:\/\/[^/?#\s]*|\{\{[^{}]*\}\}|\$\{[^{}]*\})(?=[/?#])/i

/** The start of an address that its endpoint shows muted: scheme and host, or a variable for them. */
export const siteOf = (address: string): string => site.exec(address)?.[0] ?? ''
