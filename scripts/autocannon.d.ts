// The part of autocannon that the measurement uses; the package ships no types.
declare module 'autocannon' {
  namespace autocannon {
    type Request = { method?: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string };
    type Result = {
      requests: { average: number };
      latency: { p50: number; p99: number };
      non2xx: number;
      errors: number;
    };
  }
  function autocannon(options: {
    url: string;
    connections: number;
    duration: number;
    requests: autocannon.Request[];
  }): Promise<autocannon.Result>;
  export default autocannon;
}
