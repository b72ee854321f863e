-- The moment at which the clock of a zone first shows a day and time, as instantOf of domain/dates.ts says it. AT TIME ZONE names the
-- second of two where the clock shows it twice: days of reports began an hour late where midnight is repeated. A time that the clock skips
-- is up to an hour after the change. The first of the two goes by the offset of the day before.
CREATE FUNCTION moment_of(shown timestamp, zone text) RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT CASE WHEN (((shown - interval '24 hours') AT TIME ZONE zone) + interval '24 hours') AT TIME ZONE zone = shown
  THEN ((shown - interval '24 hours') AT TIME ZONE zone) + interval '24 hours' ELSE shown AT TIME ZONE zone END $$;
