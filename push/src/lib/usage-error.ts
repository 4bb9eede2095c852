/** An invalid command line or configuration. The message is shown to the user. */
export class UsageError extends Error {}
