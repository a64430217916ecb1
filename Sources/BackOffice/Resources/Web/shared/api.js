// Calls of the back office.

/** What went wrong with a call. `code` is the server's stable code, `unreachable` when there was no answer. */
export class Problem extends Error {
  constructor(code, status, detail) {
    super(detail || code);
    this.name = "Problem";
    this.code = code;
    this.status = status;
  }
}

/** Calls an endpoint and returns `data` of the envelope. Throws a Problem.
 * `options`: token (bearer), body (sent as JSON), headers, patience (ms until it counts as unreachable). */
export async function call(method, path, options = {}) {
  const headers = { Accept: "application/json", ...options.headers };
  if (options.token) headers.Authorization = `Bearer ${options.token}`;
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), options.patience ?? 15000);
  try {
    const answer = await fetch(path, {
      method, headers, cache: "no-store", credentials: options.credentials ?? "omit", signal: stop.signal,
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
    });
    return await contents(answer);
  } catch (error) {
    throw error instanceof Problem ? error : new Problem("unreachable", 0, "");
  } finally {
    clearTimeout(timer);
  }
}

async function contents(answer) {
  const text = await answer.text();
  let json = null;
  try {
    json = text ? JSON.parse(text) : null;
  } catch {
    if (answer.ok) throw new Problem("bad_answer", answer.status, "");
  }
  if (answer.ok) return json?.data ?? null;
  throw new Problem(String(json?.code ?? `http_${answer.status}`), answer.status, json?.detail ?? json?.title ?? "");
}
