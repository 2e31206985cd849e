-- What a company has set up, as a file that another company can be brought up to.
select add_administration_item('Changes', 'changes', 'Configuration file', 'configuration', 'file');
