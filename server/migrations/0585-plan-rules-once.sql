-- A product for which both a partner and its level have rules was planned anew at each look, which took ten times as long as looking
-- (decision 0586). The plan is the same for everybody: it reads by the index of rules.
ALTER FUNCTION lowest_by_rules(bigint, bigint[], bigint, text, smallint, date) SET plan_cache_mode = force_generic_plan;
