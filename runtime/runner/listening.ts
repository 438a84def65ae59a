// The line by which a workspace says that it is ready.

/** The address in `{"listening": "http://…"}`; null for any other line. */
export function listening(line: string): string | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && 'listening' in value && typeof value.listening === 'string'
      ? value.listening
      : null;
  } catch {
    return null;
  }
}
