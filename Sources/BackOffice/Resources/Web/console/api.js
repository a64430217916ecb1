// Calls of the back office. The sign-in is a cookie that scripts cannot read; what changes something carries a code.

export class Problem extends Error {
  constructor(status, code, detail, id) {
    super(detail || code);
    Object.assign(this, { status, code, detail, id });
  }
}

export const state = { session: null };

const uuid = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

// One key for one intent: a second click or a retry is not done twice.
export const intent = uuid;

async function send(method, path, { body, key, signal } = {}) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (key) headers["Idempotency-Key"] = key;
  if (method !== "GET" && state.session) headers["X-CSRF-Token"] = state.session.csrf;
  let answer;
  try {
    answer = await fetch(path, {
      method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal, credentials: "same-origin",
      cache: "no-store", redirect: "error",
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, "offline", "");
  }
  if (answer.ok) return answer;
  let problem = {};
  try {
    problem = await answer.json();
  } catch { /* A proxy's page, perhaps. */ }
  if (answer.status === 401 && state.session) {
    state.session = null;
    window.dispatchEvent(new Event("signed-out"));
  }
  throw new Problem(answer.status, problem.code ?? `http_${answer.status}`, problem.detail, problem.correlationId);
}

const data = async (answer) => (await (await answer).json()).data;

export const get = (path, options) => data(send("GET", path, options));
export const post = (path, body, options) => data(send("POST", path, { ...options, body }));
export const put = (path, body) => data(send("PUT", path, { body }));
export const patch = (path, body) => data(send("PATCH", path, { body }));
export const remove = (path) => data(send("DELETE", path));
export const content = async (path, signal) => (await send("GET", path, { signal })).blob();

export const query = (values) => {
  const pairs = Object.entries(values).filter(([, value]) => value !== "" && value !== undefined && value !== null);
  return pairs.length ? `?${new URLSearchParams(pairs)}` : "";
};

export const may = (scope) => state.session?.scopes.includes(scope) ?? false;

export async function resume() {
  try {
    state.session = await get("/v1/console/session");
  } catch (problem) {
    if (problem.status !== 401) throw problem;
    state.session = null;
  }
}

export async function signIn(name, password) {
  state.session = await post("/v1/console/session", { name, password });
}

export async function signOut() {
  await remove("/v1/console/session");
  state.session = null;
}
